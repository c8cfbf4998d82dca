import Foundation
import HaloText

/// A decoded message as a JSON object in the format of `halo decode` (`docs/messages.md`).
public struct DecodedMessage: Codable, Sendable, Hashable {
  /// The decoder's output line.
  public let line: String

  init(_ line: String) { self.line = line }

  /// The message type in words, such as `heart rate log` for `heartRateLog`; `nil` for types without a meaning of their
  /// own.
  var kind: String? {
    guard case .object(let members)? = try? JSONDecoder().decode(Value.self, from: Data(line.utf8)),
      case .string(let type)? = members["type"], !["corrupt", "incomplete", "unknown"].contains(type)
    else { return nil }
    return type.reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text.append(character.lowercased())
    }
  }

  /// Decodes any JSON value and stores it as a line.
  public init(from decoder: any Decoder) throws {
    line = try VisibleText.json(Value(from: decoder))
  }

  /// Encodes the line as a JSON value.
  public func encode(to encoder: any Encoder) throws {
    try JSONDecoder().decode(Value.self, from: Data(line.utf8)).encode(to: encoder)
  }

  /// Any JSON.
  private enum Value: Codable {
    case null, flag(Bool), integer(Int), number(Double), string(String), list([Value]), object([String: Value])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let integer = try? value.decode(Int.self) {
        self = .integer(integer)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .string(text)
      } else if let list = try? value.decode([Value].self) {
        self = .list(list)
      } else {
        self = .object(try value.decode([String: Value].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .flag(let flag): try container.encode(flag)
      case .integer(let integer): try container.encode(integer)
      case .number(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      case .object(let members): try container.encode(members)
      }
    }
  }
}
