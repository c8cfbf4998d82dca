import HaloHealth

extension BatteryReading {
  /// Percentage points by which readings of a cell whose charge does not change differ.
  private static let noise = 5.0
  /// Percentage points above which a difference is no jump of a reading (those of an R09 are of 10 to 15) but a charge, or another cell.
  private static let largestJump = 20.0
  /// Readings that decide, the newest included, and hours that they are of.
  private static let (count, hours) = (5, 6.0)

  /// The newest of readings as it is shown. Some rings' readings jump by 10 to 15 points and back, so one that is that far off the median of
  /// the last five shows the median: a real drop shows with its third reading. Readings up to the last one while it was
  /// charged do not count. The journal keeps all readings as they came.
  ///
  /// `readings` are in the order of time; those that are more than six hours older than the newest do not count.
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

  /// Every reading as ``steady(_:)`` showed it when it was the newest.
  public static func allSteady(_ readings: [BatteryReading]) -> [BatteryReading] {
    readings.indices.compactMap { steady(readings[max(0, $0 + 1 - count)...$0]) }
  }
}
