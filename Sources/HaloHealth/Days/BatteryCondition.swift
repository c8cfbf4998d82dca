/// The state of a device's battery that explains a time without measurements.
public struct BatteryCondition: Sendable, Hashable {
  /// A battery report of a device.
  public struct Reading: Codable, Sendable, Hashable {
    /// The time of the report.
    public let time: Moment
    /// Charge, 0…100 %.
    public let percent: Double
    /// True if the battery was being charged; `nil` if unknown.
    public let isCharging: Bool?

    /// A reading.
    public init(time: Moment, percent: Double, isCharging: Bool?) {
      self.time = time
      self.percent = percent
      self.isCharging = isCharging
    }
  }

  /// True if the battery was empty; otherwise it was charging.
  public let isEmpty: Bool
  /// The readings that show it, in order of time: one or two.
  public let readings: [Reading]

  /// The least that a battery loses in an hour, in percentage points: makers state a battery life of four to seven days
  /// for rings.
  private static let drainPerHour = 100.0 / (7 * 24)

  /// Explains the time from `from` to `to` (milliseconds since 1970) by readings in order of time; `nil` if they do not
  /// explain it.
  public init?(from: Int, to: Int, _ readings: [Reading]) {
    if let reading = readings.first(where: { (from..<to).contains($0.time.milliseconds) && $0.isCharging == true }) {
      isEmpty = false
      self.readings = [reading]
      return
    }
    let kept = Duration.days(DayCoverage.retentionDays).milliseconds
    guard let before = readings.last(where: { $0.time.milliseconds < to && $0.time.milliseconds > to - kept })
    else { return nil }
    let hours = Duration.milliseconds(to - before.time.milliseconds).measured(in: .hours(1))
    if before.percent <= 3, hours < 24 {
      isEmpty = true
      self.readings = [before]
      return
    }
    guard
      let after = readings.first(where: { $0.time.milliseconds >= to && $0.time.milliseconds < to + kept }),
      after.percent > before.percent + 5
    else { return nil }
    // Nothing was measured and the charge would not have lasted: the battery ran empty and was charged later.
    isEmpty = before.percent - hours * Self.drainPerHour <= 3
    guard isEmpty || hours < 24 && after.time.milliseconds < to + Duration.hours(12).milliseconds else { return nil }
    self.readings = [before, after]
  }
}
