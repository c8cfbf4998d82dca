import HaloText
import GRDB
public import HaloBluetooth
public import HaloHealth

/// Something that another program kept, or an export did.
public enum ImportedEntry: Sendable, Hashable {
  /// A value; `length` in milliseconds, 0 for a moment.
  case sample(Metric, Double, start: Moment, length: Int, SampleSource, isDoubtful: Bool = false)
  /// A night or nap.
  case sleep(Night.Kind, start: Moment, stages: [Night.Stretch], isDoubtful: Bool = false)
}

extension ImportedEntry {
  /// What is wrong with the entry; `nil` if nothing is.
  public func problem(in bounds: DataBounds) -> DataBounds.Problem? {
    switch self {
    case .sample(let metric, let value, let start, let length, _, _):
      return bounds.problem(metric, value, start: start, length: length)
    case .sleep(_, let start, let stages, _):
      var minutes = 0
      for stage in stages {
        // The sum of what a file has may not be a number any more.
        guard (0...DataBounds.longestSleep).contains(stage.minutes), minutes <= DataBounds.longestSleep else {
          return .tooLong
        }
        minutes += stage.minutes
      }
      return bounds.problem(ofSleepAt: start, minutes: minutes)
    }
  }
}

extension Journal {
  /// Keeps entries of one device out of a file. What the journal knows already stays as it is: what a device told itself counts more.
  ///
  /// - Parameters:
  ///   - identifier: The device. One that is not here is kept as one that is not paired.
  ///   - wearer: Who wears it, where it is not here.
  /// - Returns: How many entries were new.
  public func keep(
    _ entries: [ImportedEntry], of identifier: DeviceID, name: String, family: String, wearer: String,
    from file: String,
    at time: Moment
  ) throws -> Int {
    try write { db in
      try db.execute(
        sql: "INSERT INTO wearer (name, created) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
        arguments: [wearer, time.milliseconds])
      if try Self.device(identifier, db) == nil {
        try db.execute(
          sql: """
            INSERT INTO device (wearer, identifier, family, name, paired, forgotten)
            SELECT id, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
            """, arguments: [identifier.text, family, name, time.milliseconds, time.milliseconds, wearer])
      }
      let known = try Self.device(identifier, db)
      guard let device = known?.id, known?.wearer == wearer else {
        throw JournalError.other(
          path: path, reason: Phrase("\(identifier.text) is worn by \(known?.wearer ?? "–") there, not by \(wearer)"))
      }
      try db.execute(
        sql: "INSERT INTO import (device, file, time) VALUES (?, ?, ?)", arguments: [device, file, time.milliseconds])
      let batch = db.lastInsertedRowID
      var count = 0
      for entry in entries {
        switch entry {
        case .sample(let metric, let value, let start, let length, let source, let isDoubtful):
          try db.cachedStatement(
            sql: """
              INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, import)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
              ON CONFLICT DO NOTHING
              """
          ).execute(
            arguments: [
              device, metric.code, start.milliseconds, source.code, length, start.wallClock.secondsSince1970, value,
              isDoubtful, batch,
            ])
        case .sleep(let kind, let start, let stages, let isDoubtful):
          let minutes = stages.reduce(0) { $0 + $1.minutes }
          let length = minutes * Milliseconds.minute
          let times = start.milliseconds..<start.milliseconds + length
          if try Self.hasReportedSleep(kind, device: device, in: times, db) { continue }
          try db.execute(
            sql: """
              INSERT INTO night (device, kind, start, length, wall, day, stages, doubtful, import) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
              ON CONFLICT DO NOTHING
              """,
            arguments: [
              device, kind.rawValue, start.milliseconds, length, start.wallClock.secondsSince1970,
              start.wallClock.adding(minutes: minutes).date.description, Night.text(stages), isDoubtful, batch,
            ])
        }
        count += db.changesCount
      }
      return count
    }
  }
}

extension Journal {
  /// Milliseconds that no sleep is longer than: the index finds those that overlap by their beginning.
  private static let longestSleep = 2 * Duration.minutes(DataBounds.longestSleep).milliseconds
  private static let overlaps = "device = ? AND kind = ? AND start > ? AND start < ? AND start + length > ?"

  private static func overlap(_ kind: Night.Kind, _ device: Int, _ time: Range<Int>) -> StatementArguments {
    [device, kind.rawValue, time.lowerBound - longestSleep, time.upperBound, time.lowerBound]
  }

  /// Whether a device itself reported a sleep of a kind that overlaps a time, in milliseconds since 1970.
  private static func hasReportedSleep(
    _ kind: Night.Kind, device: Int, in time: Range<Int>, _ db: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM night WHERE \(overlaps) AND statement IS NOT NULL AND doubtful = 0)"),
      arguments: overlap(kind, device, time)) ?? false
  }

  /// Deletes the imported sleeps of a kind that overlap a time in which the device itself reported one.
  static func deleteImportedSleeps(_ kind: Night.Kind, device: Int, in time: Range<Int>, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM night WHERE \(overlaps) AND statement IS NULL").execute(
      arguments: overlap(kind, device, time))
  }
}

/// The SQLite file of the usual Python client of COLMI rings (colmi_r02_client), to be read.
public struct PythonClientFile: Sendable {
  /// A ring in it, and what it told.
  public struct Ring: Sendable {
    /// Its address.
    public let address: String
    /// What it told.
    public let entries: [ImportedEntry]
    /// Where in the file something was refused, and why.
    public let refused: [(place: String, problem: DataBounds.Problem)]
  }

  /// The rings in it.
  public let rings: [Ring]
  /// How many nights it has. They are not read: their stages are written in a way that changed between versions.
  public let nightCount: Int

  /// Reads the file at `path`, without what is outside `bounds`; `nil` if it is something else. `secondsFromGMT` is the offset here at a time in seconds since 1970.
  public init?(path: String, bounds: DataBounds, secondsFromGMT: (Int) -> Int) throws {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
    do {
      let found = try queue.read { db -> (rings: [Ring], nights: Int)? in
        guard try db.tableExists("rings"), try db.tableExists("heart_rates") else { return nil }
        let nights = try db.tableExists("sleep_logs") ? Int.fetchOne(db, sql: "SELECT count(*) FROM sleep_logs") : 0
        let rings = try Row.fetchAll(db, sql: "SELECT ring_id, address FROM rings ORDER BY ring_id").map { row in
          let (entries, refused) = try Self.entries(db, ring: Int.fromDatabaseValue(row[0]), bounds, secondsFromGMT)
          return Ring(address: String.fromDatabaseValue(row[1]) ?? "unknown", entries: entries, refused: refused)
        }
        return (rings, nights ?? 0)
      }
      guard let found else { return nil }
      (rings, nightCount) = found
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_NOTADB { return nil }
      throw JournalError(error, path: path)
    }
  }

  /// Times are in UTC, as in `2024-11-02 15:05:00.000000`. Activity is by quarter hours; its calories are left out, because what they
  /// count depends on the ring's firmware and is not in the file.
  private static func entries(
    _ db: Database, ring: Int?, _ bounds: DataBounds, _ secondsFromGMT: (Int) -> Int
  ) throws -> (entries: [ImportedEntry], refused: [(place: String, problem: DataBounds.Problem)]) {
    var entries: [ImportedEntry] = []
    var refused: [(place: String, problem: DataBounds.Problem)] = []
    func moment(_ text: String?) -> Moment? {
      guard let text, text.utf8.count <= 40, let date = CalendarDate(text.prefix(10)),
        let time = TimeOfDay.seconds(text.dropFirst(11).prefix(8))
      else { return nil }
      let utc = WallClock(date: date, secondOfDay: time)
      return Moment(
        milliseconds: Moment(utc, secondsFromGMT: 0).milliseconds,
        secondsFromGMT: secondsFromGMT(utc.secondsSince1970))
    }
    func read(_ table: String, _ metric: Metric, _ row: Row, column: Int, length: Int) {
      // What the ring did not measure has no row, or none with a value.
      guard let value = Double.fromDatabaseValue(row[column]) else { return }
      let entry = moment(String.fromDatabaseValue(row[1])).map {
        ImportedEntry.sample(metric, value, start: $0, length: length, .log)
      }
      if let entry, entry.problem(in: bounds) == nil {
        entries.append(entry)
      } else {
        refused.append(
          ("row \(Int.fromDatabaseValue(row[0]) ?? 0) of \(table)", entry?.problem(in: bounds) ?? .clock))
      }
    }
    let rates = try Row.fetchCursor(
      db,
      sql: "SELECT rowid, timestamp, reading FROM heart_rates WHERE ring_id = ? AND reading > 0 ORDER BY timestamp",
      arguments: [ring])
    while let row = try rates.next() { read("heart_rates", .heartRate, row, column: 2, length: 0) }
    guard try db.tableExists("sport_details") else { return (entries, refused) }
    let activity = try Row.fetchCursor(
      db, sql: "SELECT rowid, timestamp, steps, distance FROM sport_details WHERE ring_id = ? ORDER BY timestamp",
      arguments: [ring])
    let quarter = Duration.minutes(15).milliseconds
    while let row = try activity.next() {
      read("sport_details", .steps, row, column: 2, length: quarter)
      read("sport_details", .distance, row, column: 3, length: quarter)
    }
    return (entries, refused)
  }
}
