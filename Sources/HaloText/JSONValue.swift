/// Any JSON value. `null` is written out, whereas a `nil` optional property is omitted.
package enum JSONValue: Codable, Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Int)
  case decimal(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  package init(_ number: Int?) { self = number.map { .number($0) } ?? .null }
  package init(_ flag: Bool?) { self = flag.map { .flag($0) } ?? .null }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let decimal = try? value.decode(Double.self) {
      self = .decimal(decimal)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .decimal(let decimal): try container.encode(decimal)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// The value as JSON text, always the same for the same value.
  package var json: String {
    // Encoding cannot fail for these values.
    (try? VisibleText.json(self)) ?? "null"
  }
}
