/// The value of a ``ProfileField``, as it is stored and encoded.
public enum ProfileValue: Sendable, Hashable {
  /// The field is empty.
  case empty
  /// A whole number.
  case number(Int)
  case text(String)

  /// The number, or ``empty`` for `nil`.
  public init(_ number: Int?) { self = number.map(Self.number) ?? .empty }
  /// The text, or ``empty`` for `nil`.
  public init(_ text: String?) { self = text.map(Self.text) ?? .empty }
}

extension ProfileValue: Codable {
  /// Decodes `null`, an integer or a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .empty
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Encodes `null`, an integer or a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .empty: try container.encodeNil()
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}
