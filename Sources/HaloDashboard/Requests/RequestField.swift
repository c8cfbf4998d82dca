/// A member of a request's JSON object. An absent member and `null` differ: the first keeps a setting, the second
/// clears it. A value of the wrong type does not make decoding fail, so that the route can report the field and its
/// valid values.
enum RequestField: Decodable, Sendable, Hashable {
  case absent
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  /// An array, an object, or a number out of range.
  case unusable

  /// Decodes a single value. Arrays and objects are not decoded.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .unusable
    }
  }

  var isAbsent: Bool { self == .absent }
  /// True if it is absent or `null`.
  var isEmpty: Bool { self == .absent || self == .null }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var double: Double? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The value as an integer, if it is whole and small enough to be exact.
  var integer: Int? { double.flatMap { abs($0) < 1e15 ? Int(exactly: $0) : nil } }

  /// The whole number in the field `name`.
  func whole(_ name: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = integer, range.contains(number) else {
      throw APIError.wrong("'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The case that the field `name` chooses, or `nil` if it is absent or null.
  func choice<Value: CaseIterable & RawRepresentable<String>>(_ name: String) throws -> Value? {
    if isEmpty { return nil }
    guard let value = text.flatMap(Value.init(rawValue:)) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIError.wrong("'\(name)' must be one of \(names), or null.")
    }
    return value
  }
}
