/// Why a picker cannot do something.
public enum PickerError: Error, Hashable, Sendable {
  /// It was not woken up, or has not answered yet.
  case notReady
  /// It remembers a device of no family that Halo knows.
  case unknownKind(name: String)
  /// It does not remember that device.
  case notRemembered(name: String)
  /// What the system says, in its words.
  case system(String)
}
