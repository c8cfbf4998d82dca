import Foundation
import HaloText

@testable import HaloDashboard

/// A JSON value of a request or an answer. When it is written, `null` members of objects are left out.
enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([Member])

  struct Member: Sendable, Hashable {
    let name: String
    let value: JSON
  }

  /// Returns a member's value; `nil` if there is no such member, or this is not an object.
  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Returns the object with additional members.
  func with(_ more: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let added) = more else { return self }
    return .object(members + added)
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(nilLiteral: ()) { self = .null }

  init(_ text: String?) { self = text.map(JSON.string) ?? .null }
  init(_ number: Double?) { self = number.map(JSON.number) ?? .null }
  init(_ number: Int?) { self = number.map { .number(Double($0)) } ?? .null }
  init(_ flag: Bool?) { self = flag.map(JSON.bool) ?? .null }
  init(words value: (some CustomStringConvertible)?) { self = value.map { .string($0.description) } ?? .null }
}

extension JSON: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let flag): try flag.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .array(let items): try items.encode(to: encoder)
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members where member.value != .null {
        try container.encode(member.value, forKey: Name(stringValue: member.name))
      }
    }
  }

  /// The encoded bytes.
  var bytes: [UInt8] { (try? VisibleText.data(self)).map { [UInt8]($0) } ?? [] }
}
