public import HaloHealth

/// Chooses which of a session's battery reports become samples: a charge that changed, and an unchanged one once a minute. Drivers also ask
/// for the battery to find out whether a device still answers, which says nothing new about its charge, and rings push it in the middle of
/// other answers: of reports within 20 seconds one becomes a sample, unless charging began or ended.
public struct BatteryReports: Sendable {
  /// The time after which an unchanged charge is reported again.
  private static let interval = Duration.minutes(1)
  /// The time within which reports say the same charge, however the reading jumps. Rings that are being charged push one a minute.
  private static let burst = Duration.seconds(20)

  private var last: (state: BatteryState, time: Moment)?

  /// No report yet.
  public init() {}

  /// Whether a report that came at `time` becomes a sample.
  public mutating func isNews(_ state: BatteryState, at time: Moment) -> Bool {
    if let last, last.state.isCharging == state.isCharging {
      let interval = last.state == state ? Self.interval : Self.burst
      if (.zero..<interval).contains(time - last.time) { return false }
    }
    last = (state, time)
    return true
  }
}
