import GRDB

/// An import of a file, which can be undone.
public struct ImportRun: Sendable, Hashable {
  /// The number, by which it is undone.
  public let id: Int
  /// The file's name.
  public let file: String
  /// The file's format, such as `gadgetbridge`; empty for imports before version 0.11.
  public let format: String
  /// The time of the import, in UTC.
  public let time: Moment
  /// The names of the devices and apps with entries of the import.
  public let devices: [String]
}

extension Journal {
  /// The imports that can be undone, the newest first.
  ///
  /// - Throws: ``JournalError``.
  public func importRuns() throws -> [ImportRun] {
    try read { db in
      try db.all("SELECT * FROM import_run ORDER BY time DESC, id DESC") { row in
        let id: Int = try row.value("id")
        let devices: [String] = try db.all(
          """
          SELECT DISTINCT device.name FROM import JOIN device ON device.id = import.device WHERE \(ImportGroup.hasRun)
          ORDER BY device.id
          """, [id]
        ) { try $0.value("name") as String }
        return try ImportRun(
          id: id, file: row.value("file"), format: row.value("format"), time: row.moment("time"), devices: devices)
      }
    }
  }

  /// Removes the entries that only this import has, in one transaction. Entries of other imports that it hid appear, and
  /// so does data that it replaced: the sessions of the devices are decoded again. A device or wearer that has no other
  /// data is removed as well.
  ///
  /// Derived values are not updated; do that afterwards.
  ///
  /// - Parameters:
  ///   - run: The import.
  ///   - families: The families whose sessions `decode` can decode.
  ///   - decode: Decodes a session's frames.
  /// - Returns: The number of removed entries.
  /// - Throws: ``JournalError``.
  public func undo(_ run: ImportRun, families: Set<String>, decode: Decoding) throws -> Int {
    var count = 0
    try write(inTransaction: false) { db in
      // For each removed row of `import` SQLite would search all samples. Here everything that refers to it is removed.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
      try db.inTransaction(.immediate) {
        let devices: [Int]
        (count, devices) = try Self.undo(run, db)
        let sessions = try Self.sessionsToDecode(families: families, of: Set(devices), db)
        try Self.deleteDecoded(sessions, db)
        try Self.decodeAgain(sessions, decode, db)
        return .commit
      }
    }
    return count
  }

  private static func undo(_ run: ImportRun, _ db: Database) throws -> (count: Int, devices: [Int]) {
    let groups = try ImportGroup.fetchAll(
      db, sql: "SELECT * FROM import WHERE \(ImportGroup.hasRun)", arguments: [run.id])
    let devices = Set(groups.map(\.device)).sorted()
    var count = 0
    for group in groups {
      let others = group.runs.filter { $0 != run.id }
      if !others.isEmpty {
        try db.run(
          "UPDATE import SET runs = ?, run = nullif(run, ?) WHERE id = ?",
          [ImportGroup.text(others), run.id, group.id])
        continue
      }
      for table in ["sample", "night", "total"] {
        try db.run("DELETE FROM \(table) WHERE device = ? AND import = ?", [group.device, group.id])
        count += db.changesCount
      }
      try db.run("DELETE FROM workout WHERE import = ?", [group.id])
      count += db.changesCount
      try db.run("DELETE FROM import_spare WHERE import = ?", [group.id])
      try db.run("DELETE FROM import WHERE id = ?", [group.id])
    }
    for device in devices { try restoreSpares(of: device, db) }
    try db.run("DELETE FROM import_run WHERE id = ?", [run.id])
    let wearers = try devices.flatMap { try Self.devices(db, "WHERE device.id = ?", [$0]) }.map(\.wearer)
    try db.markDerivedOutdated(of: Set(wearers))
    for device in devices { try removeUnused(device, db) }
    return (count, devices)
  }

  /// Stores the spare entries of a device again: those that nothing hides any more become visible.
  private static func restoreSpares(of device: Int, _ db: Database) throws {
    let spares = try db.rows(
      """
      SELECT import_spare.*, import.runs, wearer.name AS wearer FROM import_spare JOIN import ON import.id = import_spare.import
      JOIN device ON device.id = import.device JOIN wearer ON wearer.id = device.wearer
      LEFT JOIN import_run ON import_run.id = import.run
      WHERE import.device = ? ORDER BY import_run.time, import.run, import.id, place
      """, [device])
    for spare in spares {
      let group: Int = try spare.value("import")
      let text: String = try spare.value("entry")
      let place: Int = try spare.value("place")
      guard let run = try ImportGroup.numbers(spare.value("runs")).first, let entry = StoredEntry.entry(text) else {
        continue
      }
      try db.run("DELETE FROM import_spare WHERE import = ? AND place = ? AND entry = ?", [group, place, text])
      var writer = ImportWriter(db, run: run)
      _ = try writer.store(
        entry, place: place, in: .init(device: device, wearer: spare.value("wearer"), group: group))
    }
  }

  /// Removes a device that an import added and that has no data any more, and its wearer.
  private static func removeUnused(_ device: Int, _ db: Database) throws {
    let wearer = try db.number("SELECT wearer FROM device WHERE id = ?", [device])
    try db.run(
      """
      DELETE FROM device WHERE id = ?1 AND forgotten IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM session WHERE device = ?1) AND NOT EXISTS (SELECT 1 FROM import WHERE device = ?1)
        AND NOT EXISTS (SELECT 1 FROM setting WHERE device = ?1) AND NOT EXISTS (SELECT 1 FROM clock WHERE device = ?1)
        AND NOT EXISTS (SELECT 1 FROM workout WHERE machine = ?1 OR heart = ?1)
      """, [device])
    guard db.changesCount > 0 else { return }
    try db.run("DELETE FROM priority WHERE device = ?", [device])
    try db.run(
      """
      DELETE FROM wearer WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM device WHERE wearer = ?1)
        AND NOT EXISTS (SELECT 1 FROM workout WHERE wearer = ?1)
      """, [wearer])
    if db.changesCount > 0 { try db.run("DELETE FROM derived WHERE wearer = ?", [wearer]) }
  }
}
