/// A device that counts energy from when it was last reset.
public protocol EnergyCounting: Wearable {
  /// Lets the device count energy from 0 again.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` if it counts none.
  func resetEnergy() async throws
}
