import GRDB
import HaloFoundation

/// Rows of a journal's tables in JSON, by columns: `{"session": {"id": [1, 2], "purpose": ["sync", "raw"]}}`. Bytes are
/// base64. The tables and columns are those of the schema (`docs/journal.md`).
package struct JournalRows: Codable, Sendable {
  /// The values of a column.
  enum Column: Sendable {
    case integers([Int64?])
    case reals([Double?])
    case texts([String?])
    case mixed([Value])

    /// The values as they are stored.
    var stored: [DatabaseValue] {
      switch self {
      case .integers(let values): values.map(\.databaseValue)
      case .reals(let values): values.map(\.databaseValue)
      case .texts(let values): values.map(\.databaseValue)
      case .mixed(let values): values.map(\.stored)
      }
    }
  }

  /// A value in a column whose values have different types.
  struct Value: Codable, Sendable {
    let stored: DatabaseValue

    init(_ stored: DatabaseValue) { self.stored = stored }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        stored = .null
      } else if let number = try? container.decode(Int64.self) {
        stored = number.databaseValue
      } else if let number = try? container.decode(Double.self) {
        stored = number.databaseValue
      } else {
        stored = try container.decode(String.self).databaseValue
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch stored.storage {
      case .null: try container.encodeNil()
      case .int64(let number): try container.encode(number)
      case .double(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      case .blob(let bytes): try container.encode(bytes.base64EncodedString())
      }
    }
  }

  /// The columns of each table.
  var tables: [String: [String: Column]] = [:]

  init() {}

  package init(from decoder: any Decoder) throws { tables = try [String: [String: Column]](from: decoder) }

  package func encode(to encoder: any Encoder) throws { try tables.encode(to: encoder) }
}

extension JournalRows.Column: Codable {
  init(from decoder: any Decoder) throws {
    // Most columns have values of one type: these are much faster than values of any type.
    if let values = try? [Int64?](from: decoder) {
      self = .integers(values)
    } else if let values = try? [Double?](from: decoder) {
      self = .reals(values)
    } else if let values = try? [String?](from: decoder) {
      self = .texts(values)
    } else {
      self = .mixed(try [JournalRows.Value](from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .integers(let values): try values.encode(to: encoder)
    case .reals(let values): try values.encode(to: encoder)
    case .texts(let values): try values.encode(to: encoder)
    case .mixed(let values): try values.encode(to: encoder)
    }
  }
}
