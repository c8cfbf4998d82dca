#if Dashboard
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

    /// Parses JSON; `nil` if the text is invalid. For responses: parsing is slow for deeply nested text.
    init?(parsing bytes: [UInt8]) {
      guard let value = try? JSONDecoder().decode(ParsedJSON.self, from: Data(bytes)) else { return nil }
      self = value.json
    }
  }

  private struct ParsedJSON: Decodable {
    let json: JSON

    private struct MemberName: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: MemberName.self) {
        json = .object(
          try container.allKeys.map {
            JSON.Member(name: $0.stringValue, value: try container.decode(ParsedJSON.self, forKey: $0).json)
          }.sorted { $0.name < $1.name })
      } else if var container = try? decoder.unkeyedContainer() {
        var items: [JSON] = []
        while !container.isAtEnd { items.append(try container.decode(ParsedJSON.self).json) }
        json = .array(items)
      } else {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          json = .null
        } else if let flag = try? container.decode(Bool.self) {
          json = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
          json = .number(number)
        } else {
          json = .string(try container.decode(String.self))
        }
      }
    }
  }
#endif
