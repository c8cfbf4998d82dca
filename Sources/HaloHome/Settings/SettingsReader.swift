/// Reads one level of settings. Its errors name the setting, the expected value and the value found. An unknown setting
/// is an error, because it is probably misspelled.
package struct SettingsReader {
  private let container: KeyedDecodingContainer<Key>
  private let path: [any CodingKey]

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Creates a reader of the settings at `decoder`'s place; only the names in `allowed` may occur.
  init(_ decoder: any Decoder, allowed: [String]) throws {
    path = decoder.codingPath
    do { container = try decoder.container(keyedBy: Key.self) } catch is DecodingError {
      throw Self.error(path, Phrase("expected settings: \(allowed.joined(separator: ", "))."))
    }
    for key in container.allKeys where !allowed.contains(key.stringValue) {
      throw Self.error(
        path + [key], Phrase("unknown setting; the settings are \(allowed.joined(separator: ", "))."))
    }
  }

  /// Returns a value; `nil` if it is not set. `expected` describes the allowed values.
  func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self, _ expected: Phrase) throws -> Value? {
    let key = Key(stringValue: name)
    do { return try container.decodeIfPresent(type, forKey: key) } catch DecodingError.dataCorrupted(let context)
      where context.underlyingError is SettingsError
    {
      // The reader of a nested level has already described the error.
      throw DecodingError.dataCorrupted(context)
    } catch {
      throw Self.error(path + [key], Phrase("expected \(expected)."))
    }
  }

  /// Returns a text that is not empty; `nil` if it is not set.
  func text(_ name: String, _ expected: Phrase = Phrase("a text")) throws -> String? {
    let text = try value(name, as: String.self, expected)
    if text?.isEmpty == true { throw error(name, Phrase("expected \(expected), found an empty text.")) }
    return text
  }

  /// Returns a whole number within a range; `nil` if it is not set.
  func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    let expected = Phrase("a whole number from \("\(range.lowerBound)") to \("\(range.upperBound)")")
    let number = try value(name, as: Int.self, expected)
    if let number, !range.contains(number) { throw error(name, Phrase("expected \(expected), found \("\(number)").")) }
    return number
  }

  /// Creates the error for a setting.
  func error(_ name: String, _ phrase: Phrase) -> DecodingError {
    Self.error(path + [Key(stringValue: name)], phrase)
  }

  package static func error(_ path: [any CodingKey], _ phrase: Phrase) -> DecodingError {
    let reason = SettingsError(phrase: phrase)
    return .dataCorrupted(
      DecodingError.Context(codingPath: path, debugDescription: phrase.english, underlyingError: reason))
  }
}
