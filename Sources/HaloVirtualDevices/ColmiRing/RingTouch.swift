import HaloColmiRing

/// The touch surface of a virtual ring, as logged by an R08's owner: the app turns it on and requests all events half a
/// second later.
struct RingTouch: Sendable {
  private(set) var isOn = false
  private var turnedOn: SimulatedClock.Instant?
  private(set) var reportsGestures = false

  /// Applies a setting. The log has no answers except the push that touch is available. Sending nothing else is an
  /// assumption.
  mutating func set(
    _ setting: ColmiRing.TouchSetting, at instant: SimulatedClock.Instant, isPlugged: Bool
  ) -> [ColmiRing.Packet] {
    switch setting {
    case .enabled(let isEnabled):
      isOn = isEnabled
      turnedOn = isEnabled ? instant : nil
      reportsGestures = false
      return isEnabled ? [Self.availability(isPlugged: isPlugged)] : []
    case .allEvents:
      // A request within half a second has no effect.
      if let turnedOn, turnedOn.duration(to: instant) >= .milliseconds(500) { reportsGestures = true }
      return []
    }
  }

  /// Returns the push that reports whether touch is available. It is not while the ring is in its charging dock.
  static func availability(isPlugged: Bool) -> ColmiRing.Packet {
    ColmiRing.Push(.touchAvailable, value: isPlugged ? 0 : 1).packet
  }
}
