import GRDB
import HaloFoundation

/// A journal whose contents are given as rows and read as rows, so that the frames of a data lake are decoded by the same
/// functions as a journal.
package struct RowJournal: Sendable {
  /// The reason why rows cannot be stored.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Column: Sendable {
    let name: String
    let type: String
    let isKey: Bool
  }

  package let journal: Journal
  private let schema: [String: [Column]]
  /// The tables, those that other tables refer to first.
  private let names: [String]

  /// Uses a journal, which is emptied before each use.
  package init(_ journal: Journal) throws {
    self.journal = journal
    (schema, names) = try journal.read { db in
      let names: [String] = try db.rows(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%' ORDER BY name
        """
      ).map { try $0.value("name") }
      var schema: [String: [Column]] = [:]
      for name in names {
        schema[name] = try db.rows("SELECT * FROM pragma_table_info(?)", [name]).map {
          try Column(name: $0.value("name"), type: $0.value("type"), isKey: $0.value("pk") as Int > 0)
        }
      }
      return (schema, names)
    }
  }

  /// Replaces the contents in one transaction.
  ///
  /// - Throws: ``Problem`` or ``JournalError`` for rows that no journal can have. The journal is unchanged then.
  package func replace(with rows: JournalRows) throws {
    let unknown = rows.tables.keys.filter { schema[$0] == nil }.sorted()
    if let table = unknown.first { throw Problem(description: "the journal has no table '\(table)'") }
    try journal.write { db in
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      for table in names { try db.execute(sql: "DELETE FROM \(table)") }
      // The same rows always get the same numbers.
      try db.execute(sql: "DELETE FROM sqlite_sequence")
      for table in names { try insert(rows.tables[table] ?? [:], into: table, db) }
      try JournalCheck.numbers(db)
    }
  }

  private func insert(_ columns: [String: JournalRows.Column], into table: String, _ db: Database) throws {
    let columns = columns.mapValues(\.stored)
    guard let count = columns.min(by: { $0.key < $1.key })?.value.count else { return }
    let known = schema[table] ?? []
    let chosen = known.compactMap { column in columns[column.name].map { (column, $0) } }
    if let name = columns.keys.filter({ name in !known.contains { $0.name == name } }).min() {
      throw Problem(description: "the table '\(table)' has no column '\(name)'")
    }
    if let name = columns.keys.sorted().first(where: { columns[$0]?.count != count }) {
      throw Problem(description: "the columns of '\(table)' have different lengths ('\(name)')")
    }
    let list = chosen.map { "\"\($0.0.name)\"" }.joined(separator: ", ")
    let places = Database.places(chosen.count)
    let statement = try db.cachedStatement(sql: "INSERT INTO \(table) (\(list)) VALUES (\(places))")
    for row in 0..<count {
      let values = try chosen.map { column, values in
        column.type == "BLOB" ? try Self.bytes(values[row], table, column.name) : values[row]
      }
      statement.setUncheckedArguments(StatementArguments(values))
      try statement.execute()
    }
  }

  private static func bytes(_ value: DatabaseValue, _ table: String, _ column: String) throws -> DatabaseValue {
    if value.isNull { return value }
    guard case .string(let text) = value.storage, let bytes = Data(base64Encoded: text) else {
      throw Problem(description: "the column '\(column)' of '\(table)' is not base64")
    }
    return bytes.databaseValue
  }

  /// The rows of some tables, in the order of their keys.
  ///
  /// - Throws: ``Problem`` for a table that does not exist; ``JournalError``.
  package func rows(of tables: [String]) throws -> JournalRows {
    try journal.read { db in
      var rows = JournalRows()
      for table in tables {
        guard let columns = schema[table] else {
          throw Problem(description: "the journal has no table '\(table)'")
        }
        let list = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let keys = columns.filter(\.isKey).map { "\"\($0.name)\"" }.joined(separator: ", ")
        let found = try db.rows("SELECT \(list) FROM \(table) ORDER BY \(keys)")
        for (index, column) in columns.enumerated() {
          rows.tables[table, default: [:]][column.name] = try Self.column(column, found.map { $0[index] })
        }
      }
      return rows
    }
  }

  private static func column(_ column: Column, _ values: [DatabaseValue]) throws -> JournalRows.Column {
    switch column.type {
    case "INTEGER": try .integers(values.map { try $0.checked(in: StoredNumber.times) })
    case "REAL": try .reals(values.map { try $0.checked() })
    case "TEXT": try .texts(values.map { try $0.checked() })
    default: .mixed(values.map { JournalRows.Value($0) })
    }
  }
}
