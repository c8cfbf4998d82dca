import CHaloTexts
import HaloFoundation

/// A language that Halo has texts in.
public enum Language: String, Sendable, Hashable, Codable, CaseIterable {
  /// English: the keys of ``Phrase`` are its sentences.
  case english = "en"
  case german = "de"

  /// Creates the language of a tag, such as `de-AT`, or of a locale, such as `de_DE.UTF-8`; `nil` if Halo has no texts
  /// in it.
  public init?(tag: String) {
    self.init(rawValue: tag.prefix { $0.isASCII && $0.isLetter }.lowercased())
  }

  /// Creates the first language of a list of tags that Halo has texts in; English if there is no match.
  public init(preferred tags: [String]) {
    self = tags.lazy.compactMap(Language.init(tag:)).first ?? .english
  }

  /// The texts by the keys of ``Phrase``. Empty for English.
  public var catalog: [String: String] {
    switch self {
    case .english: [:]
    case .german: Self.germanCatalog
    }
  }

  /// The catalog as JSON: an object of keys and texts.
  public var catalogJSON: [UInt8] {
    guard self == .german else { return Array("{}".utf8) }
    var count = 0
    guard let bytes = halo_german_texts(&count) else { return Array("{}".utf8) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private static let germanCatalog: [String: String] =
    (try? JSONDecoder().decode([String: String].self, from: Data(Language.german.catalogJSON))) ?? [:]

  /// The names of the days of the week, Sunday first.
  var weekdays: [String] {
    switch self {
    case .english: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    case .german: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"]
    }
  }

  /// The names of the months.
  var months: [String] {
    switch self {
    case .english:
      [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
      ]
    case .german:
      [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
      ]
    }
  }
}
