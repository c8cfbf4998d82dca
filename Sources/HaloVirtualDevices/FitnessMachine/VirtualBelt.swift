import HaloSimulatedRadio

/// A belt with inertia: it becomes faster and slower little by little.
struct VirtualBelt: Sendable {
  /// Kilometres an hour, now.
  private(set) var speed = 0.0
  /// Where it is going, in km/h.
  var target = 0.0
  /// Per cent, now.
  private(set) var inclination = 0.0
  var inclinationTarget = 0.0
  /// Metres since it was started first.
  private(set) var meters = 0.0
  /// Seconds in motion.
  private(set) var seconds = 0.0
  private var time: SimulatedClock.Instant?

  /// Km/h more or less a second, and per cent a second.
  private static let acceleration = 0.8
  private static let lift = 0.5

  /// Moves on to a time.
  mutating func advance(to now: SimulatedClock.Instant) {
    guard let time else { return self.time = now }
    let elapsed = time.duration(to: now) / .seconds(1)
    self.time = now
    guard elapsed > 0 else { return }
    let before = speed
    speed += min(max(target - speed, -Self.acceleration * elapsed), Self.acceleration * elapsed)
    if abs(target - speed) < 0.001 { speed = target }
    inclination += min(max(inclinationTarget - inclination, -Self.lift * elapsed), Self.lift * elapsed)
    meters += (before + speed) / 2 / 3.6 * elapsed
    if before > 0 || speed > 0 { seconds += elapsed }
  }
}
