import GRDB

extension Journal {
  /// Imports a draft in one transaction. Existing data is not changed: data from the device itself takes precedence.
  ///
  /// - Parameters:
  ///   - draft: The finished draft.
  ///   - file: The file's name, as the origin of the entries.
  ///   - format: The file's format, such as `gadgetbridge`.
  ///   - time: The time of the import.
  /// - Returns: What the file has, and what of it was new.
  /// - Throws: ``JournalError``; nothing is imported then.
  public func keep(_ draft: ImportDraft, from file: String, format: String, at time: Moment) throws -> ImportSummary {
    let staged = try draft.flush()
    var summary = ImportSummary(draft)
    try write(inTransaction: false) { db in
      try db.execute(sql: "ATTACH DATABASE ? AS draft", arguments: [staged])
      defer { try? db.execute(sql: "DETACH DATABASE draft") }
      try db.inTransaction(.immediate) {
        summary = try Self.keep(draft, from: file, format: format, at: time, path: path, db)
        try db.markDerivedOutdated(of: Set(summary.sources.filter { $0.new > 0 }.map(\.wearer)))
        return .commit
      }
    }
    return summary
  }

  private static func keep(
    _ draft: ImportDraft, from file: String, format: String, at time: Moment, path: String, _ db: Database
  ) throws -> ImportSummary {
    var summary = ImportSummary(draft)
    let known = try db.number("SELECT id FROM import_run WHERE digest = ?", [draft.digest.text])
    if known == nil {
      try db.run(
        "INSERT INTO import_run (file, format, time, digest) VALUES (?, ?, ?, ?)",
        [file, format, time.milliseconds, draft.digest.text])
    }
    let run = known ?? Int(db.lastInsertedRowID)
    var writer = ImportWriter(db, run: run)
    for (number, group) in draft.groups.enumerated() where !group.amounts.isEmpty {
      let device = try deviceOfImport(group, at: time, path: path, db)
      let target = try writer.target(device: device, wearer: group.wearer, part: group.source.part.text)
      for metric in group.metrics {
        let new = try insert(metric, from: "draft.\(ImportDraft.table(number, metric))", in: target, &writer)
        summary.note(new, .metric(metric), of: group)
      }
      try db.forEach(ImportDraft.others, [number]) { other in
        guard let entry = StoredEntry.entry(try other.value("entry")) else { return }
        let place: Int = try other.value("place")
        let outcome = try writer.store(entry, place: place, in: target)
        if outcome == .new { summary.note(1, entry.kind, of: group) }
        summary.note(outcome, of: group, at: place)
      }
    }
    try draft.noteRepeats(in: &summary, db)
    try db.run("DELETE FROM import WHERE runs = ? AND \(ImportGroup.isUnused)", [ImportGroup.text([run])])
    let isKept = try db.exists("SELECT 1 FROM import WHERE \(ImportGroup.hasRun)", [run])
    if !isKept { try db.run("DELETE FROM import_run WHERE id = ?", [run]) }
    summary.run = isKept ? run : nil
    return summary
  }

  /// Inserts a draft's samples of one source and metric, in the order of the table's key, and then notes those that the
  /// journal has from other imports.
  ///
  /// - Returns: The number of new samples.
  static func insert(
    _ metric: Metric, from table: String, in target: ImportWriter.Target, _ writer: inout ImportWriter
  ) throws -> Int {
    let db = writer.db
    let all = try db.number("SELECT count(*) FROM \(table)") ?? 0
    try deleteDoubtful(metric, of: target.device, for: table, db)
    try db.execute(
      sql: """
        INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, import, place)
        SELECT ?, ?, start, source, length, wall, value, doubtful, ?, place FROM \(table) WHERE true
        ORDER BY start, source, rowid ON CONFLICT DO NOTHING
        """, arguments: [target.device, metric.code, target.group])
    var new = db.changesCount
    guard new < all else { return new }
    if metric.isCount { new += try insertAgain(metric, from: table, in: target, db) }
    guard new < all else { return new }
    try db.forEach(
      """
      SELECT draft.start, draft.source, draft.length, draft.wall, draft.value, draft.doubtful, draft.place,
        sample.import AS other, draft.value = sample.value AND draft.length = sample.length AND draft.doubtful = sample.doubtful AS equal
      FROM \(table) AS draft CROSS JOIN sample ON sample.device = ? AND sample.metric = ? AND sample.start = draft.start
        AND sample.source = draft.source AND \(metric.isCount ? "sample.length = draft.length" : "again = 0")
      WHERE sample.import IS NOT NULL AND sample.import NOT IN (
        SELECT id FROM import WHERE \(ImportGroup.hasRun))
      """, [target.device, metric.code, writer.run]
    ) { row in
      guard let source = try SampleSource(code: row.value("source")) else { return }
      let entry = ImportedEntry.sample(
        metric, try row.value("value"), start: try row.moment(start: "start", wall: "wall"),
        length: try row.value("length"), source, isDoubtful: try row.value("doubtful"))
      try writer.share(
        entry, place: row.value("place"), in: target, with: row.value("other"), isEqual: row.value("equal"))
    }
    return new
  }

  /// Inserts a draft's counts that begin when an imported one does, and end at another time.
  ///
  /// - Returns: The number of counts.
  private static func insertAgain(
    _ metric: Metric, from table: String, in target: ImportWriter.Target, _ db: Database
  ) throws -> Int {
    let same = "device = ?1 AND metric = ?2 AND sample.start = draft.start AND sample.source = draft.source"
    try db.execute(
      sql: """
        INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, import, place, again)
        SELECT ?1, ?2, start, source, length, wall, value, doubtful, ?3, place, length + 1 FROM \(table) AS draft
        WHERE EXISTS (SELECT 1 FROM sample WHERE \(same) AND again = 0 AND sample.import IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM sample WHERE \(same) AND sample.length = draft.length)
        ORDER BY start, source, rowid ON CONFLICT DO NOTHING
        """, arguments: [target.device, metric.code, target.group])
    return db.changesCount
  }

  /// Deletes the device's own samples at doubtful times that a draft has at certain ones: those count, whichever came
  /// first. Without the import, decoding gives the device's own again.
  private static func deleteDoubtful(_ metric: Metric, of device: Int, for table: String, _ db: Database) throws {
    let own = "device = ? AND metric = ? AND statement IS NOT NULL AND doubtful = 1"
    // The draft has no index, and such samples are rare.
    guard try db.exists("SELECT 1 FROM sample WHERE \(own)", [device, metric.code]) else { return }
    try db.execute(
      sql:
        "DELETE FROM sample WHERE \(own) AND (start, source) IN (SELECT start, source FROM \(table) WHERE doubtful = 0)",
      arguments: [device, metric.code])
  }

  /// The device of a source, which is added if it is unknown. A name that is not an address may be that of a device or an
  /// app of another wearer as well: the wearer is added to it then.
  private static func deviceOfImport(
    _ group: ImportDraft.Group, at time: Moment, path: String, _ db: Database
  ) throws -> Int {
    try addWearer(group.wearer, at: time, db)
    var identifier = group.identifier
    var known = try device(identifier, db)
    if let other = known, other.wearer != group.wearer, let own = group.identifierWithWearer {
      identifier = own
      known = try device(own, db)
    }
    if let known {
      guard known.wearer == group.wearer else {
        throw JournalError.other(
          path: path, reason: Phrase("\(identifier.text) is used by \(known.wearer) there, not by \(group.wearer)"))
      }
      return known.id
    }
    try addUnpaired(
      identifier, family: group.source.family, name: group.source.name, wearer: group.wearer, at: time, db)
    return Int(db.lastInsertedRowID)
  }
}
