/// One object with the members of two values.
struct Joined<First: Encodable, Second: Encodable>: Encodable {
  private let first: First
  private let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func encode(to encoder: any Encoder) throws {
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }
}

extension Joined: Sendable where First: Sendable, Second: Sendable {}
