import HaloHealth

/// Steps, distance and active minutes.
extension InsightMaker {
  func movement(_ day: DaySpan) -> Results {
    guard let movement = source.movement[day.date] else {
      func nothing(_ what: String) -> Result<Finding, InsightGap> {
        .failure(InsightGap("\(what) known of the day"))
      }
      return [
        .dailySteps: nothing("no steps are"), .dailyDistance: nothing("no distance is"),
        .activeMinutes: nothing("no minutes of activity are"),
      ]
    }
    let algorithm = movement.basis == .deviceTotal ? InsightAlgorithm.deviceTotal : .sumOfLog
    let input = InsightInput(
      movement.basis == .deviceTotal ? "the device's total of the day" : "the device's log of the day",
      frames: movement.provenance.frames)
    func finding(_ value: Double) -> Result<Finding, InsightGap> {
      .success(Finding(value, algorithm, confidence: nil, inputs: [input]))
    }
    var results: Results = [.dailySteps: finding(Double(movement.steps))]
    results[.dailyDistance] =
      movement.meters > 0
      ? finding(Double(movement.meters))
      : .failure(InsightGap(movement.steps > 0 ? "the device told no distance of this day" : "there were no steps"))
    results[.activeMinutes] =
      movement.activeMinutes.map { finding(Double($0)) }
      ?? .failure(InsightGap("the device told no minutes of activity of this day"))
    return results
  }
}
