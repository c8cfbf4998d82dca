import GRDB

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
    /// Nothing; `isAgain` if a count of an import begins at the same time and ends at another one.
    case nothing(isAgain: Bool)
    /// Data of the device itself, which counts.
    case reported
    /// Data of the device itself at a doubtful time, which an entry at a certain one replaces.
    case doubtful
    /// An entry of an import, in a row of the table `import`, and its place.
    case imported(Int, isEqual: Bool, place: Int?)
  }

  /// Where the entries of a device from one part of a file belong.
  struct Target {
    let device: Int
    let wearer: String
    /// The row of the table `import`.
    let group: Int
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

  /// The target of entries of a device that only this import has.
  func target(device: Int, wearer: String, part: String) throws -> Target {
    Target(device: device, wearer: wearer, group: try group(device: device, part: part))
  }

  /// Stores an entry of a device.
  mutating func store(_ entry: ImportedEntry, place: Int, in target: Target) throws -> Outcome {
    switch try known(entry, target) {
    case .nothing(let isAgain):
      try insert(entry, place: place, target, isAgain: isAgain)
      return .new
    case .doubtful:
      let own = Self.row(of: entry, target)
      try db.run("DELETE FROM \(own.table) WHERE \(own.condition)", own.arguments)
      try insert(entry, place: place, target)
      return .new
    case .reported: return .existed
    case .imported(let other, let isEqual, let first):
      let isOfFile = try sharedGroup(with: other) == other
      try share(entry, place: place, in: target, with: other, isEqual: isEqual)
      return !isOfFile || place == first ? .existed : isEqual ? .repeated : .contradicted
    }
  }

  /// True if the journal has nothing in the place of an entry.
  static func isNew(_ entry: ImportedEntry, device: Int, wearer: String, _ db: Database) throws -> Bool {
    switch try ImportWriter(db, run: 0).known(entry, Target(device: device, wearer: wearer, group: 0)) {
    case .nothing, .doubtful: true
    case .reported, .imported: false
    }
  }

  /// Notes that the journal has an entry of another import in the place of one.
  mutating func share(
    _ entry: ImportedEntry, place: Int, in target: Target, with other: Int, isEqual: Bool
  ) throws {
    let both = try sharedGroup(with: other)
    // The same file may contradict itself: its first entry counts.
    guard both != other else { return }
    guard isEqual else {
      return try db.run(
        "INSERT INTO import_spare (import, place, entry) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [target.group, place, StoredEntry.text(entry)])
    }
    let (table, condition, arguments) = Self.row(of: entry, target)
    let length: Int? = if case .sample(_, _, _, let length, _, _) = entry { length } else { nil }
    try db.run(
      "UPDATE \(table) SET import = ? WHERE \(condition) AND ifnull(length = ?, true)", [both] + arguments + [length])
  }

  /// SQL for what the journal has in the place of an entry, which ignores the kind of a sleep: in another time zone, a
  /// short sleep may be a nap.
  private static func row(
    of entry: ImportedEntry, _ target: Target
  ) -> (table: String, condition: String, arguments: StatementArguments) {
    switch entry {
    case .sample(let metric, _, let start, _, let source, _):
      (
        "sample", "device = ? AND metric = ? AND start = ? AND source = ?",
        [target.device, metric.code, start.milliseconds, source.code]
      )
    case .sleep(_, let start, _, _, _): ("night", "device = ? AND start = ?", [target.device, start.milliseconds])
    case .workout(let workout):
      (
        "workout", "wearer = (SELECT id FROM wearer WHERE name = ?) AND kind = ? AND start = ?",
        [target.wearer, workout.kind.rawValue, workout.start.milliseconds]
      )
    }
  }

  private func known(_ entry: ImportedEntry, _ target: Target) throws -> Known {
    let (table, condition, arguments) = Self.row(of: entry, target)
    // Several counts may begin at the same time: the one with the entry's length is first.
    let (order, length): (String, StatementArguments) =
      if case .sample(_, _, _, let length, _, _) = entry {
        ("ORDER BY length = ? DESC, again LIMIT 1", [length])
      } else {
        ("", [])
      }
    func stored(_ equal: String, _ values: StatementArguments, isCertain: Bool = false) throws -> Known {
      let sql = "SELECT *, \(equal) AS equal FROM \(table) WHERE \(condition) \(order)"
      guard let row = try db.row(sql, values + arguments + length) else { return .nothing(isAgain: false) }
      guard let group = try row.value("import") as Int? else {
        return try isCertain && row.value("doubtful") ? .doubtful : .reported
      }
      return .imported(group, isEqual: try row.value("equal"), place: try row.value("place"))
    }
    switch entry {
    case .sample(let metric, let value, _, let length, _, let isDoubtful):
      let known = try stored(
        "length = ? AND value = ? AND doubtful = ?", [length, value, isDoubtful], isCertain: !isDoubtful)
      guard metric.isCount, case .imported(_, isEqual: false, _) = known else { return known }
      let hasEnd = try db.exists("SELECT 1 FROM sample WHERE \(condition) AND length = ?", arguments + [length])
      return hasEnd ? known : .nothing(isAgain: true)
    case .sleep(let kind, let start, let stages, let isDoubtful, let inBed):
      let length = Self.length(stages, inBed)
      let time = start.milliseconds..<start.milliseconds + length
      if try Journal.hasReportedSleep(kind, device: target.device, in: time, db) { return .reported }
      return try stored(
        "stages = ? AND doubtful = ? AND bed IS ? AND rise IS ?",
        [Night.text(stages), isDoubtful, inBed?.lowerBound.milliseconds, inBed?.upperBound.milliseconds],
        isCertain: !isDoubtful)
    case .workout(let workout):
      return try stored(
        "length = ? AND meters IS ? AND kilocalories IS ? AND paused IS ?",
        [workout.length, workout.meters, workout.kilocalories, workout.paused])
    }
  }

  private func insert(_ entry: ImportedEntry, place: Int, _ target: Target, isAgain: Bool = false) throws {
    switch entry {
    case .sample(let metric, let value, let start, let length, let source, let isDoubtful):
      try db.run(
        """
        INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, import, place, again)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          target.device, metric.code, start.milliseconds, source.code, length, start.wallClock.secondsSince1970, value,
          isDoubtful, target.group, place, isAgain ? length + 1 : 0,
        ])
    case .sleep(let kind, let start, let stages, let isDoubtful, let inBed):
      let length = Self.length(stages, inBed)
      try db.run(
        """
        INSERT INTO night (device, kind, start, length, wall, day, stages, doubtful, bed, rise, import, place)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          target.device, kind.rawValue, start.milliseconds, length, start.wallClock.secondsSince1970,
          start.wallClock.adding(minutes: length / Milliseconds.minute).date.description, Night.text(stages),
          isDoubtful, inBed?.lowerBound.milliseconds, inBed?.upperBound.milliseconds, target.group, place,
        ])
    case .workout(let workout):
      try db.run(
        """
        INSERT INTO workout (wearer, \(Workout.columns), import, place)
        SELECT id, \(Workout.places), ?, ? FROM wearer WHERE name = ?
        """, workout.values + [target.group, place, target.wearer])
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
