/// The settings of this phone. The wearer's choices are in ``HaloHealth/Profile``.
public struct ModelSettings: Sendable, Hashable, Codable {
  /// True to write measured data to Apple Health.
  public var writesHealth: Bool
  /// True once the first steps were completed.
  public var hasBegun: Bool
  /// Devices that were released in Halo but may still be remembered by the system, by their radio identifiers.
  public var letGo: Set<String>

  /// Creates settings. The defaults are those of a new installation.
  public init(writesHealth: Bool = false, hasBegun: Bool = false, letGo: Set<String> = []) {
    self.writesHealth = writesHealth
    self.hasBegun = hasBegun
    self.letGo = letGo
  }

  /// Decodes settings.
  public init(from decoder: any Decoder) throws {
    // Settings that an older version did not write have their default.
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      writesHealth: try container.decodeIfPresent(Bool.self, forKey: .writesHealth) ?? false,
      hasBegun: try container.decodeIfPresent(Bool.self, forKey: .hasBegun) ?? false,
      letGo: try container.decodeIfPresent(Set<String>.self, forKey: .letGo) ?? [])
  }
}
