/// Steps, distance and active minutes.
extension DailyMetricsCalculator {
  func movement(_ day: DaySpan) -> Results {
    guard let movement = source.movement[day.date] else {
      return [
        .dailySteps: .failure(InsightGap(Phrase("no steps were recorded on this day"))),
        .dailyDistance: .failure(InsightGap(Phrase("no distance was recorded on this day"))),
        .activeMinutes: .failure(InsightGap(Phrase("no active minutes were recorded on this day"))),
      ]
    }
    let algorithm = movement.basis == .deviceTotal ? InsightAlgorithm.deviceTotal : .sumOfLog
    let input = InsightInput(movement.basis == .deviceTotal ? .total : .log, frames: movement.provenance.frames)
    func finding(_ value: Double) -> Result<Finding, InsightGap> {
      .success(Finding(value, algorithm, confidence: nil, inputs: [input]))
    }
    var results: Results = [:]
    results[.dailySteps] =
      movement.steps.map { finding(Double($0)) }
      ?? .failure(InsightGap(Phrase("no steps were recorded on this day")))
    results[.dailyDistance] =
      movement.meters.flatMap { $0 > 0 ? finding(Double($0)) : nil }
      ?? .failure(
        InsightGap(
          movement.steps == 0
            ? Phrase("no steps were counted") : Phrase("the device reported no distance for this day")))
    results[.activeMinutes] =
      movement.activeMinutes.map { finding(Double($0)) }
      ?? .failure(InsightGap(Phrase("the device reported no active minutes for this day")))
    return results
  }
}
