/// The state of the link with a device.
public enum CBPeripheralState: Int, Sendable {
  /// No link.
  case disconnected = 0
  /// Waiting for the device.
  case connecting
  case connected
  /// Ending the link.
  case disconnecting
}
