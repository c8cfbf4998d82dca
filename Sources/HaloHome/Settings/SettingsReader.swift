import HaloText

/// Reads one level of settings. Its errors name the setting, what is wanted and what was there; a setting that does not exist is an
/// error, because it is one that was misspelt.
struct SettingsReader {
  private let container: KeyedDecodingContainer<Key>
  private let path: [any CodingKey]

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The settings at `decoder`'s place, which are some of `allowed`.
  init(_ decoder: any Decoder, allowed: [String]) throws {
    path = decoder.codingPath
    do { container = try decoder.container(keyedBy: Key.self) } catch is DecodingError {
      throw Self.error(path, Phrase("expected settings: \(allowed.joined(separator: ", "))."))
    }
    for key in container.allKeys where !allowed.contains(key.stringValue) {
      throw Self.error(
        path + [key], Phrase("there is no such setting; there are \(allowed.joined(separator: ", "))."))
    }
  }

  /// A value; `nil` where it is not set. `wanted` says what is allowed.
  func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self, _ wanted: Phrase) throws -> Value? {
    let key = Key(stringValue: name)
    do { return try container.decodeIfPresent(type, forKey: key) } catch DecodingError.dataCorrupted(let context)
      where context.underlyingError is SettingsError
    {
      // A reader of a deeper level said it already.
      throw DecodingError.dataCorrupted(context)
    } catch {
      throw Self.error(path + [key], Phrase("expected \(wanted)."))
    }
  }

  /// A text that is not empty.
  func text(_ name: String, _ wanted: Phrase = Phrase("a text")) throws -> String? {
    let text = try value(name, as: String.self, wanted)
    if text?.isEmpty == true { throw error(name, Phrase("expected \(wanted), found an empty text.")) }
    return text
  }

  /// A whole number of a range.
  func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    let wanted = Phrase("a whole number from \("\(range.lowerBound)") to \("\(range.upperBound)")")
    let number = try value(name, as: Int.self, wanted)
    if let number, !range.contains(number) { throw error(name, Phrase("expected \(wanted), found \("\(number)").")) }
    return number
  }

  /// What is wrong with a setting.
  func error(_ name: String, _ phrase: Phrase) -> DecodingError {
    Self.error(path + [Key(stringValue: name)], phrase)
  }

  private static func error(_ path: [any CodingKey], _ phrase: Phrase) -> DecodingError {
    let reason = SettingsError(phrase: phrase)
    return .dataCorrupted(
      DecodingError.Context(codingPath: path, debugDescription: phrase.english, underlyingError: reason))
  }
}
