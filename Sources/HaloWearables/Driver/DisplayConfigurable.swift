/// A reading of a device's display command. Sources of an undocumented protocol may disagree about it.
public struct DisplayReading: Hashable, Sendable {
  /// The reading's name in commands: `08`.
  public let id: String
  /// The sources of the reading, in a sentence.
  public let evidence: Phrase

  /// Creates a reading.
  public init(_ id: String, evidence: Phrase) {
    self.id = id
    self.evidence = evidence
  }
}

/// A device with a display whose pages can be configured.
public protocol DisplayConfigurable: Wearable {
  /// The names of the family's display pages, as used in commands: `heart-rate`.
  static var displayPageNames: [String] { get }

  /// The readings of the display command, if sources disagree: the default one first.
  static var displayReadings: [DisplayReading] { get }

  /// Reads the pages that the device shows, in order, by a reading of the command, or the default one; `nil` if its
  /// firmware does not report them.
  func displayPages(by reading: DisplayReading?) async throws -> [String]?

  /// Sets the pages that the device shows, reads them back, and returns the pages that the device reports: `nil` if it
  /// confirmed but does not report them. Names that its family does not know are left out.
  ///
  /// - Throws: ``ConfigurableError`` if the device keeps other pages.
  func setDisplayPages(_ names: [String], by reading: DisplayReading?) async throws -> [String]?
}

extension DisplayConfigurable {
  /// The command is not disputed.
  public static var displayReadings: [DisplayReading] { [] }
}
