/// The names of the simulated scenes: rings, other devices, or what can be wrong with the radio.
public enum SimulatedScene: String, Sendable, CaseIterable {
  /// A ring near by, another further away, and devices that are no wearables.
  case rings
  /// No ring.
  case empty
  /// The rings and a treadmill, over a link that loses, delays, doubles and cuts packets, and breaks now and then.
  case badLink = "bad-link"
  /// A gym: straps and an armband that measure the heart of a person who trains, and machines.
  case gym
  /// An Everest W311 watch.
  case watch
  /// Devices that look like rings and speak otherwise, a scale, and a thermometer with standard services.
  case lookalikes
  /// Rings that a phone is connected to.
  case held
  /// Rings that another program on this computer is measuring with.
  case inUse = "in-use"
  /// Bluetooth is turned off.
  case off
  /// This program may not use Bluetooth.
  case forbidden
}
