import GRDB

/// The frames and decoders of statements.
struct StatementOrigins {
  private var origins: [Int: Provenance] = [:]

  /// Reads the origins of statements.
  init(of statements: some Sequence<Int>, _ db: Database) throws {
    var rest = [Int](Set(statements))[...]
    while !rest.isEmpty {
      let part = rest.prefix(db.maximumStatementArgumentCount)
      rest = rest.dropFirst(part.count)
      let sql = "SELECT id, frames, decoder FROM statement WHERE id IN (\(Database.places(part.count)))"
      for row in try db.rows(sql, StatementArguments(part)) {
        origins[try row.value("id")] = try Provenance(
          frames: FrameRange.ids(row.value("frames")), decoder: row.value("decoder"))
      }
    }
  }

  /// The frames of each statement.
  var frames: [Int: [Int]] { origins.mapValues(\.frames) }

  /// The provenance of data from some statements; without statements, the data was imported.
  func provenance(of statements: some Sequence<Int>) -> Provenance {
    let all = statements.compactMap { origins[$0] }
    guard let first = all.first else { return Provenance(frames: [], decoder: "import") }
    return all.count == 1 ? first : Provenance(frames: Set(all.flatMap(\.frames)).sorted(), decoder: first.decoder)
  }
}
