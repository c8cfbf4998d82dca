public import HaloHealth

/// Chooses which of a session's battery reports become samples: a charge that changed, and an unchanged one once a minute. Drivers also ask
/// for the battery to find out whether a device still answers, which says nothing new about its charge, and rings push it in the middle of
/// other answers: of reports within 20 seconds one becomes a sample, unless charging began or ended.
public struct BatteryReports: Sendable {
  /// Milliseconds after which an unchanged charge is reported again.
  private static let interval = 60_000
  /// Milliseconds within which reports say the same charge, however the reading jumps. Rings that are being charged push one a minute.
  private static let burst = 20_000

  private var last: (state: BatteryState, time: Int)?

  /// No report yet.
  public init() {}

  /// Whether a report that came at `time` becomes a sample.
  public mutating func isNews(_ state: BatteryState, at time: Moment) -> Bool {
    if let last, last.state.isCharging == state.isCharging {
      let interval = last.state == state ? Self.interval : Self.burst
      if (0..<interval).contains(time.milliseconds - last.time) { return false }
    }
    last = (state, time.milliseconds)
    return true
  }
}
