import GRDB
import HaloHealth

/// Writes entries of one import into the journal, by the rules of identity:
///
/// - What a device reported itself takes precedence over a file.
/// - An entry that an earlier import has as well belongs to both: it stays until both are undone.
/// - An entry that an earlier import contradicts is kept as a spare one, and counts when the earlier one is undone.
struct ImportWriter {
  /// What became of an entry.
  enum Outcome {
    /// It is new.
    case new
    /// The journal had it, or something that takes precedence.
    case existed
    /// The same file has it twice.
    case repeated
    /// The same file has another value for the same time, which counts.
    case contradicted
  }

  /// What the journal has in the place of an entry.
  private enum Known {
    case nothing
    /// Data of the device itself, which counts.
    case reported
    /// Data of the device itself at a doubtful time, which an entry at a certain one replaces.
    case doubtful
    /// An entry of an import, in a row of the table `import`, and its place.
    case imported(Int, isEqual: Bool, place: Int?)
    /// A count of an import that ends at another time.
    case otherEnd
  }

  let db: Database
  /// The import, by its number.
  let run: Int
  /// The rows of the table `import` for entries that both imports have, by the row of the earlier one; the same row if it
  /// has this import already.
  private var shared: [Int: Int] = [:]

  init(_ db: Database, run: Int) { (self.db, self.run) = (db, run) }

  /// The row of the table `import` for entries of a device that only this import has.
  func group(device: Int, part: String) throws -> Int { try group(device: device, run: run, part: part, runs: [run]) }

  /// Stores an entry of a device.
  mutating func store(_ entry: ImportedEntry, place: Int, device: Int, wearer: String, group: Int) throws -> Outcome {
    let known = try known(entry, device: device, wearer: wearer)
    switch known {
    case .nothing, .otherEnd:
      let isAgain = if case .otherEnd = known { true } else { false }
      try insert(entry, place: place, device: device, wearer: wearer, group: group, isAgain: isAgain)
      return .new
    case .doubtful:
      try delete(entry, of: device)
      try insert(entry, place: place, device: device, wearer: wearer, group: group)
      return .new
    case .reported: return .existed
    case .imported(let other, let isEqual, let first):
      let isOfFile = try sharedGroup(with: other) == other
      try share(entry, place: place, device: device, wearer: wearer, group: group, with: other, isEqual: isEqual)
      return !isOfFile || place == first ? .existed : isEqual ? .repeated : .contradicted
    }
  }

  /// True if the journal has nothing in the place of an entry.
  static func isNew(_ entry: ImportedEntry, device: Int, wearer: String, _ db: Database) throws -> Bool {
    switch try ImportWriter(db, run: 0).known(entry, device: device, wearer: wearer) {
    case .nothing, .doubtful, .otherEnd: true
    case .reported, .imported: false
    }
  }

  /// Notes that the journal has an entry of another import in the place of one.
  mutating func share(
    _ entry: ImportedEntry, place: Int, device: Int, wearer: String, group: Int, with other: Int, isEqual: Bool
  ) throws {
    let both = try sharedGroup(with: other)
    if !isEqual {
      // The same file may contradict itself: its first entry counts.
      guard both != other else { return }
      return try db.run(
        "INSERT INTO import_spare (import, place, entry) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [group, place, StoredEntry.text(entry)])
    }
    guard both != other else { return }
    switch entry {
    case .sample(let metric, _, let start, let length, let source, _):
      try db.run(
        "UPDATE sample SET import = ? WHERE device = ? AND metric = ? AND start = ? AND source = ? AND length = ?",
        [both, device, metric.code, start.milliseconds, source.code, length])
    case .sleep(_, let start, _, _, _):
      try db.run(
        "UPDATE night SET import = ? WHERE device = ? AND start = ?", [both, device, start.milliseconds])
    case .workout(let workout):
      try db.run(
        """
        UPDATE workout SET import = ? WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND kind = ? AND start = ?
        """, [both, wearer, workout.kind.rawValue, workout.start.milliseconds])
    }
  }

  private func known(_ entry: ImportedEntry, device: Int, wearer: String) throws -> Known {
    func row(_ sql: String, _ arguments: StatementArguments, isCertain: Bool = false) throws -> Known {
      guard let row = try db.row(sql, arguments) else { return .nothing }
      guard let group = try row.value("import") as Int? else {
        return try isCertain && row.value("doubtful") ? .doubtful : .reported
      }
      return .imported(group, isEqual: try row.value("equal"), place: try row.value("place"))
    }
    switch entry {
    case .sample(let metric, let value, let start, let length, let source, let isDoubtful):
      let known = try row(
        """
        SELECT import, doubtful, place, value = ?1 AND length = ?2 AND doubtful = ?3 AS equal FROM sample
        WHERE device = ?4 AND metric = ?5 AND start = ?6 AND source = ?7 ORDER BY length = ?2 DESC, again LIMIT 1
        """, [value, length, isDoubtful, device, metric.code, start.milliseconds, source.code], isCertain: !isDoubtful)
      guard metric.isCount, case .imported(_, isEqual: false, _) = known else { return known }
      let hasEnd = try db.exists(
        "SELECT 1 FROM sample WHERE device = ? AND metric = ? AND start = ? AND source = ? AND length = ?",
        [device, metric.code, start.milliseconds, source.code, length])
      return hasEnd ? known : .otherEnd
    case .sleep(let kind, let start, let stages, let isDoubtful, let inBed):
      let length = Self.length(stages, inBed)
      if try Journal.hasReportedSleep(kind, device: device, in: start.milliseconds..<start.milliseconds + length, db) {
        return .reported
      }
      // In another time zone, a short sleep may be a nap.
      return try row(
        """
        SELECT import, doubtful, place, stages = ? AND doubtful = ? AND bed IS ? AND rise IS ? AS equal FROM night
        WHERE device = ? AND start = ?
        """,
        [
          Night.text(stages), isDoubtful, inBed?.lowerBound.milliseconds, inBed?.upperBound.milliseconds, device,
          start.milliseconds,
        ], isCertain: !isDoubtful)
    case .workout(let workout):
      return try row(
        """
        SELECT import, place, length = ? AND meters IS ? AND kilocalories IS ? AND paused IS ? AS equal FROM workout
        WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND kind = ? AND start = ?
        """,
        [
          workout.length, workout.meters, workout.kilocalories, workout.paused, wearer, workout.kind.rawValue,
          workout.start.milliseconds,
        ])
    }
  }

  /// Deletes what the journal has in the place of an entry of a device.
  private func delete(_ entry: ImportedEntry, of device: Int) throws {
    switch entry {
    case .sample(let metric, _, let start, _, let source, _):
      try db.run(
        "DELETE FROM sample WHERE device = ? AND metric = ? AND start = ? AND source = ?",
        [device, metric.code, start.milliseconds, source.code])
    case .sleep(_, let start, _, _, _):
      try db.run("DELETE FROM night WHERE device = ? AND start = ?", [device, start.milliseconds])
    case .workout: break
    }
  }

  private func insert(
    _ entry: ImportedEntry, place: Int, device: Int, wearer: String, group: Int, isAgain: Bool = false
  ) throws {
    switch entry {
    case .sample(let metric, let value, let start, let length, let source, let isDoubtful):
      try db.run(
        """
        INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, import, place, again)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          device, metric.code, start.milliseconds, source.code, length, start.wallClock.secondsSince1970, value,
          isDoubtful, group, place, isAgain ? length + 1 : 0,
        ])
    case .sleep(let kind, let start, let stages, let isDoubtful, let inBed):
      let length = Self.length(stages, inBed)
      try db.run(
        """
        INSERT INTO night (device, kind, start, length, wall, day, stages, doubtful, bed, rise, import, place)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          device, kind.rawValue, start.milliseconds, length, start.wallClock.secondsSince1970,
          start.wallClock.adding(minutes: length / Milliseconds.minute).date.description, Night.text(stages),
          isDoubtful,
          inBed?.lowerBound.milliseconds, inBed?.upperBound.milliseconds, group, place,
        ])
    case .workout(let workout):
      try db.run(
        """
        INSERT INTO workout (wearer, kind, start, offset, length, meters, kilocalories, paused, source, import, place)
        SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
        """,
        [
          workout.kind.rawValue, workout.start.milliseconds, workout.start.secondsFromGMT, workout.length,
          workout.meters, workout.kilocalories, workout.paused, workout.source.code, group, place, wearer,
        ])
    }
  }

  /// The length of a sleep, or of a time in bed without one, in milliseconds.
  private static func length(_ stages: [Night.Stretch], _ inBed: Range<Moment>?) -> Int {
    stages.isEmpty
      ? inBed.map { $0.upperBound.milliseconds - $0.lowerBound.milliseconds } ?? 0
      : stages.minutes * Milliseconds.minute
  }

  private mutating func sharedGroup(with other: Int) throws -> Int {
    if let known = shared[other] { return known }
    let row = try ImportGroup.fetchOne(db, sql: "SELECT * FROM import WHERE id = ?", arguments: [other])
    guard let row else { return other }
    let both =
      row.runs.contains(run)
      ? other
      : try group(device: row.device, run: row.run, part: row.part, runs: (row.runs + [run]).sorted())
    shared[other] = both
    return both
  }

  private func group(device: Int, run: Int?, part: String, runs: [Int]) throws -> Int {
    let values: StatementArguments = [device, run, part, ImportGroup.text(runs)]
    let known = try db.number("SELECT id FROM import WHERE device = ? AND run IS ? AND part = ? AND runs = ?", values)
    if let known { return known }
    try db.run("INSERT INTO import (device, run, part, runs) VALUES (?, ?, ?, ?)", values)
    return Int(db.lastInsertedRowID)
  }
}
