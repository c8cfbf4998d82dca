extension Collection {
  /// The mean of values over time: that of the means of each five minutes in which there are values. Each counts as long as it holds: until
  /// the next, at most for the usual time between two. `nil` if there are none.
  ///
  /// A device logs a heart rate every five minutes or every half hour and, while somebody watches, one each second. The plain mean of both
  /// would be that of the minutes in which somebody watched.
  ///
  /// - Parameters:
  ///   - seconds: When a value was measured, in seconds since 1970 on one clock.
  ///   - value: The value.
  public func meanOverTime(_ seconds: (Element) -> Int, _ value: (Element) -> Double) -> Double? {
    var intervals: [Int: (sum: Double, count: Int)] = [:]
    for element in self {
      let interval = seconds(element).floorDivided(by: 300)
      let (sum, count) = intervals[interval] ?? (0, 0)
      intervals[interval] = (sum + value(element), count + 1)
    }
    guard !intervals.isEmpty else { return nil }
    // In order of time, so that the same values always give the same last digit.
    let means = intervals.sorted { $0.key < $1.key }.map { (time: $0.key, mean: $0.value.sum / Double($0.value.count)) }
    let steps = zip(means, means.dropFirst()).map { $1.time - $0.time }
    let usual = steps.isEmpty ? 1 : steps.sorted()[steps.count / 2]
    var (sum, length) = (0.0, 0)
    for (place, value) in means.enumerated() {
      let holds = place < steps.count ? Swift.min(steps[place], usual) : usual
      sum += value.mean * Double(holds)
      length += holds
    }
    return sum / Double(length)
  }
}
