import HaloText

/// Any JSON value. `null` is written out, whereas a `nil` optional property is omitted.
enum JSONValue: Encodable, Sendable, Hashable {
  case null
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([JSONValue])
  case object([String: JSONValue])

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .number($0) } ?? .null }
  init(_ flag: Bool?) { self = flag.map { .flag($0) } ?? .null }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  /// The value as JSON text, always the same for the same value.
  var json: String {
    // Encoding cannot fail for these values.
    (try? VisibleText.json(self)) ?? "null"
  }
}
