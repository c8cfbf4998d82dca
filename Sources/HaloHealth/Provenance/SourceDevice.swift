/// The device that something was measured by: known by its number, because two may have one name, and called by its name.
public struct SourceDevice: Sendable, Hashable, Comparable {
  /// Its number in the journal.
  public let id: Int
  /// What its wearer calls it.
  public let name: String

  /// A device.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  public static func == (left: SourceDevice, right: SourceDevice) -> Bool { left.id == right.id }
  public static func < (left: SourceDevice, right: SourceDevice) -> Bool { left.id < right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
