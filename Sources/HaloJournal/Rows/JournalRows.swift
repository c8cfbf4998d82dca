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

    var count: Int {
      switch self {
      case .integers(let values): values.count
      case .reals(let values): values.count
      case .texts(let values): values.count
      case .mixed(let values): values.count
      }
    }

    subscript(row: Int) -> DatabaseValue {
      switch self {
      case .integers(let values): values[row].databaseValue
      case .reals(let values): values[row].databaseValue
      case .texts(let values): values[row].databaseValue
      case .mixed(let values): values[row].stored
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

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for table in container.allKeys {
      let columns = try container.nestedContainer(keyedBy: Name.self, forKey: table)
      for column in columns.allKeys {
        tables[table.stringValue, default: [:]][column.stringValue] = try Self.column(columns, column)
      }
    }
  }

  private static func column(_ container: KeyedDecodingContainer<Name>, _ name: Name) throws -> Column {
    // Most columns have values of one type: these are much faster than values of any type.
    if let values = try? container.decode([Int64?].self, forKey: name) { return .integers(values) }
    if let values = try? container.decode([Double?].self, forKey: name) { return .reals(values) }
    if let values = try? container.decode([String?].self, forKey: name) { return .texts(values) }
    return .mixed(try container.decode([Value].self, forKey: name))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (table, columns) in tables {
      var nested = container.nestedContainer(keyedBy: Name.self, forKey: Name(table))
      for (name, column) in columns {
        switch column {
        case .integers(let values): try nested.encode(values, forKey: Name(name))
        case .reals(let values): try nested.encode(values, forKey: Name(name))
        case .texts(let values): try nested.encode(values, forKey: Name(name))
        case .mixed(let values): try nested.encode(values, forKey: Name(name))
        }
      }
    }
  }
}
