/// A device that can be located, turned off and reset.
public protocol Manageable: Wearable {
  /// Makes the device signal its location: rings blink for about ten seconds.
  ///
  /// - Throws: ``ConfigurableError`` if the firmware does not support it.
  func signalLocation() async throws

  /// Turns the device off. Some devices wake up only on their charger, so ask the user first.
  func powerOff() async throws

  /// Erases the data and the settings of the device. Ask the user first.
  func factoryReset() async throws
}
