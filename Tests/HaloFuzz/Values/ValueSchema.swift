import GRDB
import Foundation

/// The tables of a valid file, with samples of each column's values.
struct ValueSchema {
  struct Column {
    let table: String
    let name: String
    /// The number of rows of the table.
    let rows: Int
    /// Some of its values; of texts one of each kind.
    let samples: [HostileValue]
  }

  private(set) var columns: [Column] = []
  /// The columns of each table's primary key.
  private(set) var keys: [String: [String]] = [:]
  /// Tables without a row, of which no value can be changed.
  private(set) var empty: [String] = []

  /// Reads the tables of a database.
  init(database path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%' ORDER BY name
          """)
      for table in tables {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        if count == 0 { empty.append(table) }
        let info = try Row.fetchAll(
          db, sql: "SELECT name, pk FROM pragma_table_info(?) ORDER BY pk", arguments: [table])
        keys[table] = info.filter { ($0["pk"] as Int) > 0 }.map { $0["name"] }
        for row in info where count > 0 {
          let name: String = row["name"]
          let found = try DatabaseValue.fetchAll(
            db, sql: "SELECT DISTINCT \"\(name)\" FROM \(table) WHERE \"\(name)\" IS NOT NULL LIMIT 400")
          columns.append(
            Column(table: table, name: name, rows: count, samples: Self.samples(found)))
        }
      }
    }
    try queue.close()
  }

  /// Tables of values that are in no database.
  init(tables: [(name: String, columns: [(name: String, values: [HostileValue])])]) {
    columns = tables.flatMap { table in
      table.columns.filter { !$0.values.isEmpty }.map {
        Column(table: table.name, name: $0.name, rows: $0.values.count, samples: Self.samples($0.values))
      }
    }
  }

  private static func samples(_ found: [DatabaseValue]) -> [HostileValue] {
    samples(
      found.compactMap { value in
        switch value.storage {
        case .null: nil
        case .int64(let number): .integer(Int(number))
        case .double(let number): .real(bits: number.bitPattern)
        case .string(let text): .text(text)
        case .blob: .bytes([0])
        }
      })
  }

  private static func samples(_ found: [HostileValue]) -> [HostileValue] {
    let texts = found.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let others = found.filter { if case .text = $0 { false } else { true } }
    return others.prefix(2) + HostileValue.shapes(of: texts).map { .text($0) }
  }
}
