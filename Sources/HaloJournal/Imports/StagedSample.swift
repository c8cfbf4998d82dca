import GRDB

/// A sample of a source and a metric in a draft, by the numbers of the journal's tables.
struct StagedSample {
  let source, start, length, wall: Int
  let value: Double
  let isDoubtful: Bool
  let place: Int

  /// Inserts samples into a table of a draft.
  static func insert(_ samples: [StagedSample], into table: String, _ db: Database) throws {
    var rows = RowInserter(columns: 7, db) { "INSERT INTO \(table) VALUES \($0)" }
    for sample in samples {
      try rows.add([
        sample.start.databaseValue, sample.source.databaseValue, sample.length.databaseValue, sample.wall.databaseValue,
        sample.value.databaseValue, sample.isDoubtful.databaseValue, sample.place.databaseValue,
      ])
    }
    try rows.finish()
  }
}
