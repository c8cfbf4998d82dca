/// The simulated scenes: rings, other devices, or problems of the radio.
public enum SimulatedScene: String, Sendable, CaseIterable {
  /// A ring nearby, another one farther away, and devices that are not wearables.
  case rings
  /// No ring.
  case empty
  /// The rings and a treadmill, over a link that loses, delays, duplicates and truncates packets and sometimes
  /// disconnects.
  case badLink = "bad-link"
  /// A gym with machines, and chest straps and an armband on a person who trains.
  case gym
  /// A treadmill that takes miles per hour and reports kilometers per hour.
  case miles
  /// An Everest W311 watch.
  case watch
  /// Devices that look like rings but have other protocols, a scale, and a thermometer with standard services.
  case lookalikes
  /// Chest straps that require a bond: one that needs no passkey, one that refuses, and one with the passkey 123456.
  case bonds
  /// Rings that a phone is connected to.
  case held
  /// Rings that another program on this computer is measuring with.
  case inUse = "in-use"
  /// Bluetooth is turned off.
  case off
  /// This program is not allowed to use Bluetooth.
  case forbidden
}
