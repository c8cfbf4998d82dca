import HaloWearables

/// How fast a wheel or crank turns, from the counts as they come.
///
/// A sensor sends its count about once a second and repeats it if no turn ended since. At 50 turns a minute that happens between any two
/// turns and does not mean that the crank stands. It stands if no turn ends for ``standstill``.
struct TurnMeter {
  /// The time without a turn after which nothing turns, in milliseconds. A wheel at 2 km/h needs about that long for a turn.
  static let standstill = 4000

  private let size: TurnRate.Size
  private var rate: TurnRate
  /// The last count that was new.
  private var last: (turns: CyclingSpeedAndCadence.Turns, milliseconds: Int, frame: Int)?

  init(_ size: TurnRate.Size) {
    self.size = size
    rate = TurnRate(size)
  }

  /// Returns turns a second and the two frames that show it. 0 if nothing turns; `nil` if this count says nothing yet.
  mutating func add(
    _ turns: CyclingSpeedAndCadence.Turns, at milliseconds: Int, frame: Int
  ) -> (turnsPerSecond: Double, frames: [Int])? {
    let previous = last
    let isRecent = previous.map { (0..<Self.standstill).contains(milliseconds - $0.milliseconds) } ?? false
    if let previous, previous.turns == turns { return isRecent ? nil : (0, [previous.frame, frame]) }
    // Event times roll over every 64 s, and a turn that began before a standstill says nothing of the speed now.
    if !isRecent { rate = TurnRate(size) }
    last = (turns, milliseconds, frame)
    guard let turnsPerSecond = rate.next(turns), let previous else { return nil }
    return (turnsPerSecond, [previous.frame, frame])
  }
}
