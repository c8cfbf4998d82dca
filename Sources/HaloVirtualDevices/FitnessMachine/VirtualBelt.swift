/// A treadmill belt that accelerates and slows down gradually.
struct VirtualBelt: Sendable {
  /// The current speed in km/h.
  private(set) var speed = 0.0
  /// The target speed in km/h.
  var target = 0.0
  /// The current inclination in percent.
  private(set) var inclination = 0.0
  var inclinationTarget = 0.0
  /// The total distance in meters.
  private(set) var meters = 0.0
  /// The time in motion, in seconds.
  private(set) var seconds = 0.0
  private var time: SimulatedClock.Instant?

  /// The acceleration in km/h per second, and the lift in percent per second.
  private static let acceleration = 0.8
  private static let lift = 0.5

  /// Advances the belt to a time.
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
