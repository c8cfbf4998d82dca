/// A hostile value in one column of a table: in one row, in the rows with a value, or in every row.
struct CellChange: Codable, Hashable, Sendable {
  enum Rows: Codable, Hashable, Sendable {
    case every
    case one(Int)
    case having(String)
  }

  let table: String
  let column: String
  let rows: Rows
  let value: HostileValue
  /// The columns of the table's primary key in a database.
  let keys: [String]

  /// The column's name in reports.
  var place: String { "\(table).\(column)" }

  /// The statement that makes the change in a database, for `sqlite3`.
  var sql: String {
    let update = "UPDATE OR IGNORE \(table) SET \"\(column)\" = \(value.sql)"
    switch rows {
    case .every: return update
    case .having(let text): return "\(update) WHERE \"\(column)\" = \(HostileValue.text(text).sql)"
    case .one(let row):
      let key = (keys.isEmpty ? ["rowid"] : keys).map { "\"\($0)\"" }.joined(separator: ", ")
      return "\(update) WHERE (\(key)) = (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET \(row))"
    }
  }
}
