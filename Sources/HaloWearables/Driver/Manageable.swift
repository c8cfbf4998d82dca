/// A device that can be found, turned off and erased.
public protocol Manageable: Wearable {
  /// Makes the device show itself: rings blink for about ten seconds.
  ///
  /// - Throws: ``ConfigurableError`` where the firmware does not know how.
  func showItself() async throws

  /// Turns the device off. Some wake up only on their charger: ask the person first.
  func powerOff() async throws

  /// Erases the device and its settings. Ask the person first.
  func factoryReset() async throws
}
