import HaloWearables

/// Computes the speed of a wheel or crank from its counts.
///
/// A sensor sends its count about once a second, and repeats it if no turn was completed since. At 50 turns per minute
/// that happens between any two turns and does not mean that the crank has stopped. It has stopped if no turn is
/// completed within ``standstill``.
struct TurnMeter {
  /// The time without a completed turn after which the speed is 0, in milliseconds. A wheel at 2 km/h takes about that
  /// long for a turn.
  static let standstill = 4000

  private let size: TurnRate.Size
  private var rate: TurnRate
  /// The last new count.
  private var last: (turns: CyclingSpeedAndCadence.Turns, milliseconds: Int, frame: Int)?

  init(_ size: TurnRate.Size) {
    self.size = size
    rate = TurnRate(size)
  }

  /// Returns turns per second, and the two frames they are computed from. 0 if nothing turns; `nil` if this count is
  /// not sufficient.
  mutating func add(
    _ turns: CyclingSpeedAndCadence.Turns, at milliseconds: Int, frame: Int
  ) -> (turnsPerSecond: Double, frames: [Int])? {
    let previous = last
    let isRecent = previous.map { (0..<Self.standstill).contains(milliseconds - $0.milliseconds) } ?? false
    if let previous, previous.turns == turns { return isRecent ? nil : (0, [previous.frame, frame]) }
    // Event times roll over every 64 s, and a turn that began before a standstill does not give the current speed.
    if !isRecent { rate = TurnRate(size) }
    last = (turns, milliseconds, frame)
    guard let turnsPerSecond = rate.next(turns), let previous else { return nil }
    return (turnsPerSecond, [previous.frame, frame])
  }
}
