extension BatteryReading {
  /// The noise of readings of a battery at constant charge, in percentage points.
  private static let noise = 5.0
  /// The largest jump of a reading, in percentage points (those of an R09 are 10 to 15). A larger difference is a
  /// charge or another battery.
  private static let largestJump = 20.0
  /// The number of readings for the median, including the newest, and their maximum age in hours.
  private static let (count, hours) = (5, 6.0)

  /// Returns the newest reading, smoothed for display. The readings of some rings jump by 10 to 15 points and back. A
  /// reading that far off the median of the last five is replaced by the median, so that a real drop shows after three
  /// readings. Readings up to the last one during a charge are ignored. The journal stores all readings unchanged.
  ///
  /// `readings` are in order of time; those more than six hours older than the newest are ignored.
  public static func steady(_ readings: some BidirectionalCollection<BatteryReading>) -> BatteryReading? {
    guard let newest = readings.last else { return nil }
    let recent = readings.suffix(count).reversed().prefix {
      $0.isCharging != true && newest.day - $0.day <= hours / 24
    }
    let median = recent.map(\.percent).sorted().dropFirst((recent.count - 1) / 2).first ?? newest.percent
    let jump = abs(newest.percent - median)
    guard recent.count > 2, jump > noise, jump <= largestJump else { return newest }
    return BatteryReading(time: newest.time, percent: median, isCharging: newest.isCharging)
  }

  /// Every reading, smoothed by ``steady(_:)`` as when it was the newest.
  public static func allSteady(_ readings: [BatteryReading]) -> [BatteryReading] {
    readings.indices.compactMap { steady(readings[max(0, $0 + 1 - count)...$0]) }
  }
}
