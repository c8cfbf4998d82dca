import HaloColmiRing
import HaloSimulatedRadio

/// The touch surface of a virtual ring, as an R08's owner logged it: it is turned on, and half a second later asked to report everything.
struct RingTouch: Sendable {
  private(set) var isOn = false
  private var turnedOn: SimulatedClock.Instant?
  private(set) var reportsGestures = false

  /// Takes in a setting. The log has no answers but the push that touch is available; that nothing else is sent is inferred.
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
      // What comes sooner has no effect.
      if let turnedOn, turnedOn.duration(to: instant) >= .milliseconds(500) { reportsGestures = true }
      return []
    }
  }

  /// The push that reports whether touch can be used: not while the ring is in its charging dock.
  static func availability(isPlugged: Bool) -> ColmiRing.Packet {
    ColmiRing.Push(.touchAvailable, value: isPlugged ? 0 : 1).packet
  }
}
