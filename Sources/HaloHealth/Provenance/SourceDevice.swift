/// The device that measured something. It is identified by its number, because two devices may have the same name.
public struct SourceDevice: Sendable, Hashable, Comparable {
  /// The device's number in the journal.
  public let id: Int
  /// The name that the wearer gave it.
  public let name: String

  /// A device.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// Equality by number.
  public static func == (left: SourceDevice, right: SourceDevice) -> Bool { left.id == right.id }
  /// The order by number.
  public static func < (left: SourceDevice, right: SourceDevice) -> Bool { left.id < right.id }
  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
