extension Collection {
  /// The mean of values over time; `nil` if there are no values.
  ///
  /// A device logs a heart rate every five minutes or every half hour and, during a live measurement, sends one each
  /// second. In a plain mean the live minutes would dominate. A logged value therefore counts until the next one, at
  /// most for the usual interval of the log. Values measured at a moment, manually or live, replace the log: their mean
  /// counts for the five-minute interval that they are in.
  ///
  /// - Parameters:
  ///   - seconds: The time of a value, in seconds since 1970 on one clock.
  ///   - isMomentary: True if a value is a spot measurement, not an entry of a log.
  ///   - value: The value.
  public func meanOverTime(
    _ seconds: (Element) -> Int, isMomentary: (Element) -> Bool, _ value: (Element) -> Double
  ) -> Double? {
    // Sorted by time, so that the same values always add up to the same last digit.
    func means(_ elements: [Element]) -> [(interval: Int, mean: Double)] {
      Dictionary(grouping: elements) { seconds($0).floorDivided(by: 300) }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value.reduce(0) { $0 + value($1) } / Double($0.value.count)) }
    }
    let log = means(filter { !isMomentary($0) })
    let measured = means(filter(isMomentary))
    let taken = Set(measured.map(\.interval))
    let steps = zip(log, log.dropFirst()).map { $1.interval - $0.interval }
    let usual = steps.isEmpty ? 1 : steps.sorted()[steps.count / 2]
    var sum = 0.0
    var length = 0
    for (index, (interval, mean)) in log.enumerated() {
      let end = interval + (index < steps.count ? Swift.min(steps[index], usual) : usual)
      let left = end - interval - (interval..<end).count { taken.contains($0) }
      sum += mean * Double(left)
      length += left
    }
    for (_, mean) in measured {
      sum += mean
      length += 1
    }
    return length == 0 ? nil : sum / Double(length)
  }
}
