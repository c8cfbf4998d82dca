import Foundation

@testable import HaloDashboard

/// Parses JSON responses.
extension JSON {
  /// The names of an object's members.
  var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.name)
  }

  var double: Double? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var items: [JSON]? { if case .array(let items) = self { items } else { nil } }
  /// The value as an integer, if it is whole and small enough to be exact.
  var integer: Int? { double.flatMap { abs($0) < 1e15 ? Int(exactly: $0) : nil } }

  /// Returns a report's series of a metric.
  func series(_ id: String) -> JSON? { self["series"]?.items?.first { $0["id"]?.text == id } }

  /// Parses JSON; `nil` if the text is invalid.
  init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
      return nil
    }
    self.init(value)
  }

  private init(_ value: Any) {
    switch value {
    case let members as [String: Any]:
      self = .object(members.sorted { $0.key < $1.key }.map { JSON.Member(name: $0.key, value: JSON($0.value)) })
    case let items as [Any]: self = .array(items.map { JSON($0) })
    case let text as String: self = .string(text)
    // A flag is also a number, of another type.
    case let number as NSNumber where String(cString: number.objCType) == "c": self = .bool(number.boolValue)
    case let number as NSNumber: self = .number(number.doubleValue)
    default: self = .null
    }
  }
}
