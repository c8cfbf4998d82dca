extension Collection {
  /// The mean of values over time: that of the means of each five minutes in which there are values. `nil` if there are none.
  ///
  /// A device logs a heart rate every five minutes and, while somebody watches, one each second. The plain mean of both would be that of
  /// the minutes in which somebody watched.
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
    let means = intervals.sorted { $0.key < $1.key }.map { $0.value.sum / Double($0.value.count) }
    return means.reduce(0, +) / Double(means.count)
  }
}
