import GRDB

/// A sample of a source and a metric in a draft, by the numbers of the journal's tables.
struct StagedSample {
  let source, start, length, wall: Int
  let value: Double
  let isDoubtful: Bool
  let place: Int

  /// The number of rows per statement. SQLite's and GRDB's overhead per statement is about the cost of a row.
  private static let rowsAtOnce = 64

  /// Inserts samples into a table of a draft.
  static func insert(_ samples: [StagedSample], into table: String, _ db: Database) throws {
    func statement(rows: Int) throws -> GRDB.Statement {
      let places = Array(repeating: "(?, ?, ?, ?, ?, ?, ?)", count: rows).joined(separator: ", ")
      return try db.cachedStatement(sql: "INSERT INTO \(table) VALUES \(places)")
    }
    let whole = samples.count / rowsAtOnce * rowsAtOnce
    var values: [DatabaseValue] = []
    func insert(_ samples: ArraySlice<StagedSample>) throws {
      values.removeAll(keepingCapacity: true)
      for sample in samples { sample.append(to: &values) }
      let statement = try statement(rows: samples.count)
      statement.setUncheckedArguments(StatementArguments(values))
      try statement.execute()
    }
    for first in stride(from: 0, to: whole, by: rowsAtOnce) { try insert(samples[first..<first + rowsAtOnce]) }
    for index in whole..<samples.count { try insert(samples[index...index]) }
  }

  private func append(to values: inout [DatabaseValue]) {
    for number in [start, source, length, wall] { values.append(number.databaseValue) }
    values.append(value.databaseValue)
    values.append(isDoubtful.databaseValue)
    values.append(place.databaseValue)
  }
}
