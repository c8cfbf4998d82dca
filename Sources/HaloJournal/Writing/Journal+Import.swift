import HaloText
import GRDB
public import HaloBluetooth
public import HaloHealth

extension Journal {
  /// Stores entries of one device from a file. Existing data is not changed: data from the device itself takes
  /// precedence.
  ///
  /// - Parameters:
  ///   - entries: The entries, in any order.
  ///   - identifier: The device. An unknown device is added as an unpaired one.
  ///   - name: The name of an unknown device.
  ///   - family: The family of an unknown device.
  ///   - wearer: The wearer of an unknown device.
  ///   - file: The file's name, as the origin of the entries.
  ///   - time: The time of the import.
  /// - Returns: The number of new entries.
  public func keep(
    _ entries: [ImportedEntry], of identifier: DeviceID, name: String, family: String, wearer: String,
    from file: String,
    at time: Moment
  ) throws -> Int {
    try write { db in
      try Self.addWearer(wearer, at: time, db)
      if try Self.device(identifier, db) == nil {
        try Self.addUnpaired(identifier, family: family, name: name, wearer: wearer, at: time, db)
      }
      let known = try Self.device(identifier, db)
      guard let device = known?.id, known?.wearer == wearer else {
        throw JournalError.other(
          path: path, reason: Phrase("\(identifier.text) is worn by \(known?.wearer ?? "–") there, not by \(wearer)"))
      }
      try db.run(
        "INSERT INTO import_run (file, format, time, digest) VALUES (?, '', ?, '')", [file, time.milliseconds])
      let run = db.lastInsertedRowID
      try db.run("INSERT INTO import (device, run, runs) VALUES (?, ?, ?)", [device, run, "[\(run)]"])
      let batch = db.lastInsertedRowID
      var count = 0
      for entry in entries {
        switch entry {
        case .sample(let metric, let value, let start, let length, let source, let isDoubtful):
          // A file may have millions of samples, and a prepared statement is faster than a record.
          try db.run(
            """
            INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, import)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
              device, metric.code, start.milliseconds, source.code, length, start.wallClock.secondsSince1970, value,
              isDoubtful, batch,
            ])
        case .sleep(let kind, let start, let stages, let isDoubtful):
          let minutes = stages.reduce(0) { $0 + $1.minutes }
          let length = minutes * Milliseconds.minute
          let times = start.milliseconds..<start.milliseconds + length
          if try Self.hasReportedSleep(kind, device: device, in: times, db) { continue }
          try db.run(
            """
            INSERT INTO night (device, kind, start, length, wall, day, stages, doubtful, import) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            [
              device, kind.rawValue, start.milliseconds, length, start.wallClock.secondsSince1970,
              start.wallClock.adding(minutes: minutes).date.description, Night.text(stages), isDoubtful, batch,
            ])
        case .workout: continue
        }
        count += db.changesCount
      }
      return count
    }
  }
}

extension Journal {
  /// The longest sleep, in milliseconds: it limits the index range in a search for overlapping sleeps.
  private static let longestSleep = 2 * Duration.minutes(DataBounds.longestSleep).milliseconds
  private static let overlaps = "device = ? AND kind = ? AND start > ? AND start < ? AND start + length > ?"

  private static func overlap(_ kind: Night.Kind, _ device: Int, _ time: Range<Int>) -> StatementArguments {
    [device, kind.rawValue, time.lowerBound - longestSleep, time.upperBound, time.lowerBound]
  }

  /// True if the device itself reported a sleep of a kind that overlaps a time, in milliseconds since 1970.
  private static func hasReportedSleep(
    _ kind: Night.Kind, device: Int, in time: Range<Int>, _ db: Database
  ) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM night WHERE \(overlaps) AND statement IS NOT NULL AND doubtful = 0", overlap(kind, device, time))
  }

  /// Deletes the imported sleeps of a kind that overlap a time in which the device itself reported a sleep.
  static func deleteImportedSleeps(_ kind: Night.Kind, device: Int, in time: Range<Int>, _ db: Database) throws {
    try db.run("DELETE FROM night WHERE \(overlaps) AND statement IS NULL", overlap(kind, device, time))
  }
}
