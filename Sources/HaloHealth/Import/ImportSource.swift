/// A device or app in an imported file, and the part of the file with its entries.
public struct ImportSource: Sendable, Hashable {
  /// The device's address, or the name of a device or app that has no address. Its case does not matter in an address.
  public let identifier: String
  /// The name for people.
  public let name: String
  /// The device's family; `import` if no driver of Halo is known to fit.
  public let family: String
  /// The wearer; `nil` if the file names none.
  public let wearer: String?
  /// The part of the file.
  public let part: ImportPart

  /// A source of entries.
  public init(identifier: String, name: String, family: String = "import", wearer: String? = nil, part: ImportPart) {
    self.identifier = identifier
    self.name = name
    self.family = family
    self.wearer = wearer
    self.part = part
  }

  /// A device or an app without an address. Its identifier is its name, cut to the length of an identifier at the end of a
  /// character.
  public init(named name: String, wearer: String? = nil, part: ImportPart) {
    var identifier = ""
    var count = 0
    for character in name {
      count += character.utf8.count
      guard count <= DataBounds.longestIdentifier else { break }
      identifier.append(character)
    }
    self.init(identifier: identifier, name: name, wearer: wearer, part: part)
  }
}
