/// Steps, distance and active minutes.
extension DailyMetricsCalculator {
  func movement(_ day: DaySpan) -> Results {
    let movement = source.movement[day.date]
    func result(_ value: Double?, _ gap: Phrase) -> Result<Finding, InsightGap> {
      guard let movement, let value else { return .failure(InsightGap(gap)) }
      let isTotal = movement.basis == .deviceTotal
      let input = InsightInput(isTotal ? .total : .log, frames: movement.provenance.frames)
      return .success(Finding(value, isTotal ? .deviceTotal : .sumOfLog, confidence: nil, inputs: [input]))
    }
    let noDistance =
      movement?.steps == 0
      ? Phrase("no steps were counted") : Phrase("the device reported no distance for this day")
    return [
      .dailySteps: result(movement?.steps.map(Double.init), Phrase("no steps were recorded on this day")),
      .dailyDistance: result(
        movement?.meters.flatMap { $0 > 0 ? Double($0) : nil },
        movement == nil ? Phrase("no distance was recorded on this day") : noDistance),
      .activeMinutes: result(
        movement?.activeMinutes.map(Double.init),
        movement == nil
          ? Phrase("no active minutes were recorded on this day")
          : Phrase("the device reported no active minutes for this day")),
    ]
  }
}
