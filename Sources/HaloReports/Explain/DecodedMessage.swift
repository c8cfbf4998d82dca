import Foundation

/// A decoded message as a JSON object in the format of `halo decode` (`docs/messages.md`).
public struct DecodedMessage: Codable, Sendable, Hashable {
  /// The decoder's output line.
  public let line: String

  init(_ line: String) { self.line = line }

  /// The message type in words, such as `heart rate log` for `heartRateLog`; `nil` for types without a meaning of their
  /// own.
  var kind: String? {
    guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)),
      case .text(let type)? = members["type"], !["corrupt", "incomplete", "unknown"].contains(type)
    else { return nil }
    return type.reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text.append(character.lowercased())
    }
  }

  /// Decodes any JSON value and stores it as a line.
  public init(from decoder: any Decoder) throws {
    line = try VisibleText.json(JSONValue(from: decoder))
  }

  /// Encodes the line as a JSON value.
  public func encode(to encoder: any Encoder) throws {
    try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)).encode(to: encoder)
  }
}
