/// A device that counts energy since its last reset.
public protocol EnergyCounting: Wearable {
  /// Resets the device's energy counter to 0.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` if the device does not count energy.
  func resetEnergy() async throws
}
