import HaloReports

/// A JSON value for responses. It is only written, never parsed: requests are typed, see ``RequestField``. `null`
/// members of objects are omitted; `null` items of arrays are kept, as missing values.
enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  /// A text for users, worded in the current language when it is written.
  case phrase(Phrase)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([Member])
  /// Existing JSON text, written by Halo itself.
  case written(String)

  struct Member: Sendable, Hashable {
    let name: String
    let value: JSON
  }

  /// Returns a member's value; `nil` if there is no such member, or this is not an object.
  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? {
    switch self {
    case .string(let text): text
    case .phrase(let phrase): phrase.text
    default: nil
    }
  }

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

  init(_ phrase: Phrase?) { self = phrase.map(JSON.phrase) ?? .null }
  init(_ text: String?) { self = text.map(JSON.string) ?? .null }
  init(_ number: Double?) { self = number.map(JSON.number) ?? .null }
  init(_ number: Int?) { self = number.map { .number(Double($0)) } ?? .null }
  init(_ flag: Bool?) { self = flag.map(JSON.bool) ?? .null }
  init(words value: (some CustomStringConvertible)?) { self = value.map { .string($0.description) } ?? .null }
}

extension JSON {
  /// The encoded bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    write(into: &bytes)
    return bytes
  }

  /// An event of a stream with the value as its data.
  func event(_ name: String) -> String { "event: \(name)\ndata: \(String(decoding: bytes, as: UTF8.self))\n\n" }

  private func write(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): Self.write(number, into: &bytes)
    case .string(let text): Self.write(text, into: &bytes)
    case .phrase(let phrase): Self.write(phrase.text, into: &bytes)
    case .written(let text): bytes += text.utf8
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (place, item) in items.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.lazy.filter({ !$0.value.isNull }).enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// True if the value is written as `null`.
  private var isNull: Bool {
    switch self {
    case .null: true
    case .number(let number): !number.isFinite
    default: false
    }
  }

  private static func write(_ number: Double, into bytes: inout [UInt8]) {
    guard number.isFinite else { return bytes += "null".utf8 }
    var text = number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : number.description
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func write(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes += VisibleText.json(contentOf: text).utf8
    bytes.append(UInt8(ascii: "\""))
  }
}
