/// A radio's availability. Names and order are those of `CBManagerState`; the conversion relies on the order.
public enum RadioState: String, Sendable, CaseIterable {
  /// Not known yet.
  case unknown
  /// The connection with the system's Bluetooth was lost temporarily.
  case resetting
  /// This machine has no Bluetooth LE.
  case unsupported
  /// The system does not allow this program to use Bluetooth.
  case unauthorized
  /// Turned off.
  case poweredOff
  /// Ready.
  case poweredOn
}
