/// What belongs to this phone and not to the wearer, whose choices are in ``HaloHealth/Profile``.
public struct ModelSettings: Sendable, Hashable, Codable {
  /// Whether what devices measured is written into Apple Health.
  public var writesHealth: Bool
  /// Whether the first steps were done.
  public var hasBegun: Bool
  /// The devices that were released here and that the system may remember all the same, by the radio's names of them.
  public var letGo: Set<String>

  /// Settings. Without arguments they are those of a phone that is new to Halo.
  public init(writesHealth: Bool = false, hasBegun: Bool = false, letGo: Set<String> = []) {
    self.writesHealth = writesHealth
    self.hasBegun = hasBegun
    self.letGo = letGo
  }

  public init(from decoder: any Decoder) throws {
    // What an older version did not write is as it is at the beginning.
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      writesHealth: try container.decodeIfPresent(Bool.self, forKey: .writesHealth) ?? false,
      hasBegun: try container.decodeIfPresent(Bool.self, forKey: .hasBegun) ?? false,
      letGo: try container.decodeIfPresent(Set<String>.self, forKey: .letGo) ?? [])
  }
}
