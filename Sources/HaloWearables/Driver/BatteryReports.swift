/// Chooses which battery reports of a session become samples: each change of the charge, and an unchanged charge once a
/// minute.
///
/// Drivers also read the battery to find out whether a device still answers, and rings push it in the middle of other
/// answers. Of the reports within 20 seconds, one becomes a sample, unless charging began or ended.
public struct BatteryReports: Sendable {
  /// The time after which an unchanged charge is reported again.
  private static let interval = Duration.minutes(1)
  /// The time within which reports count as one, even if the percentage jumps. Rings push one report a minute while
  /// they charge.
  private static let burst = Duration.seconds(20)

  private var last: (state: BatteryState, time: Moment)?

  /// Creates a filter that has seen no report.
  public init() {}

  /// Returns whether a report that came at `time` becomes a sample.
  public mutating func becomesSample(_ state: BatteryState, at time: Moment) -> Bool {
    if let last, last.state.isCharging == state.isCharging {
      let interval = last.state == state ? Self.interval : Self.burst
      if (.zero..<interval).contains(time - last.time) { return false }
    }
    last = (state, time)
    return true
  }

  /// The log entry of a frame of the Battery service; `nil` for other frames, and if it does not become a sample.
  public mutating func entry(of frame: RecordedFrame, _ number: Int, decoder: String) -> LogEntry? {
    guard frame.direction == .received, frame.characteristic == HeartRateService.GATT.batteryLevel,
      let level = BatteryLevel(value: frame.bytes),
      becomesSample(BatteryState(percent: level.percent, isCharging: false), at: frame.moment)
    else { return nil }
    return LogEntry(live: [(.battery, Double(level.percent), frame.moment)], frame: number, decoder: decoder)
  }
}
