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
    var logged = FiveMinuteMeans()
    var measured = FiveMinuteMeans()
    for element in self {
      let interval = seconds(element).floorDivided(by: 300)
      if isMomentary(element) {
        measured.add(value(element), in: interval)
      } else {
        logged.add(value(element), in: interval)
      }
    }
    // Sorted by time, so that the same values always add up to the same last digit.
    let log = logged.means
    let steps = zip(log, log.dropFirst()).map { $1.interval - $0.interval }
    let usual = steps.isEmpty ? 1 : steps.sorted()[steps.count / 2]
    var (sum, length) = (0.0, 0)
    for (place, (interval, mean)) in log.enumerated() {
      let end = interval + (place < steps.count ? Swift.min(steps[place], usual) : usual)
      let left = end - interval - (interval..<end).count { measured.has($0) }
      sum += mean * Double(left)
      length += left
    }
    for (_, mean) in measured.means {
      sum += mean
      length += 1
    }
    return length == 0 ? nil : sum / Double(length)
  }
}

/// The means of values by intervals of five minutes.
private struct FiveMinuteMeans {
  private var sums: [Int: (sum: Double, count: Int)] = [:]

  mutating func add(_ value: Double, in interval: Int) {
    let (sum, count) = sums[interval] ?? (0, 0)
    sums[interval] = (sum + value, count + 1)
  }

  func has(_ interval: Int) -> Bool { sums[interval] != nil }

  /// The means, in order of time.
  var means: [(interval: Int, mean: Double)] {
    sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sum / Double($0.value.count)) }
  }
}
