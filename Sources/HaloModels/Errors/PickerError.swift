/// An error of an accessory picker.
public enum PickerError: Error, Hashable, Sendable {
  /// The picker was not activated, or is not ready yet.
  case notReady
  /// The picker remembers a device of a family that Halo does not support.
  case unknownKind(name: String)
  /// The picker does not remember the device.
  case notRemembered(name: String)
  /// An error message of the system.
  case system(String)
}
