import HaloFoundation

/// The time zone of local times in a file that does not name one.
public struct ImportZone: Sendable {
  /// The name: `Europe/Berlin`.
  public let name: String
  /// True if a person chose the zone.
  let isChosen: Bool
  /// True if entries of the file name the zone.
  var isNamed = false
  /// Returns the offset of local time from UTC, in seconds, at a time in seconds since 1970.
  public let secondsFromGMT: @Sendable (Int) -> Int

  /// The zone of this computer.
  public init(here name: String, secondsFromGMT: @escaping @Sendable (Int) -> Int) {
    self.name = name
    isChosen = false
    self.secondsFromGMT = secondsFromGMT
  }

  /// The zone with a name of the IANA database, which a person chose; `nil` if it is unknown.
  public init?(named name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.name = name
    isChosen = true
    secondsFromGMT = { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  /// A sentence for the person who imports the file.
  public var sentence: Phrase {
    isNamed
      ? Phrase("Local times are those of \(name), which the file names. 'halo import --zone' chooses another one.")
      : isChosen
        ? Phrase("Local times are those of \(name).")
        : Phrase(
          "Local times are those of \(name), the time zone of this computer. 'halo import --zone' chooses another one.")
  }
}
