/// Whether a radio can be used, in the words of Core Bluetooth.
public enum RadioState: String, Sendable, CaseIterable {
  /// Not known yet.
  case unknown
  /// The connection with the system's Bluetooth was lost for a moment.
  case resetting
  /// This machine has no Bluetooth LE.
  case unsupported
  /// The system does not let this program use it.
  case unauthorized
  /// Turned off.
  case poweredOff
  /// Ready.
  case poweredOn
}
