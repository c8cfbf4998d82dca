import GRDB
public import HaloHealth

/// A reader for the SQLite file of the common Python client of COLMI rings (colmi_r02_client).
public struct PythonClientFile: Sendable {
  /// A ring in the file, with its data.
  public struct Ring: Sendable {
    /// The ring's address.
    public let address: String
    /// The ring's data.
    public let entries: [ImportedEntry]
    /// The places in the file at which a value was refused, with the problem.
    public let refused: [(place: String, problem: DataBounds.Problem)]
  }

  /// The rings in the file.
  public let rings: [Ring]
  /// The number of nights in the file. They are not read, because the encoding of their stages changed between
  /// versions.
  public let nightCount: Int

  /// Reads the file at `path`, without values outside `bounds`; `nil` if it is another kind of file. `secondsFromGMT`
  /// returns the local offset at a time in seconds since 1970.
  public init?(path: String, bounds: DataBounds, secondsFromGMT: (Int) -> Int) throws {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
    do {
      let found = try queue.read { db -> (rings: [Ring], nights: Int)? in
        guard try db.tableExists("rings"), try db.tableExists("heart_rates") else { return nil }
        let nights = try db.tableExists("sleep_logs") ? Int.fetchOne(db, sql: "SELECT count(*) FROM sleep_logs") : 0
        let rings = try RingRow.fetchAll(db, sql: "SELECT ring_id, address FROM rings ORDER BY ring_id").map { row in
          let (entries, refused) = try Self.entries(db, ring: row.id, bounds, secondsFromGMT)
          return Ring(address: row.address ?? "unknown", entries: entries, refused: refused)
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

  /// Times are in UTC, as in `2024-11-02 15:05:00.000000`. Activity is in quarter hours; its calories are left out,
  /// because their meaning depends on the ring's firmware, which is not in the file.
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
    func read(_ table: String, _ sql: String, length: Int) throws {
      let rows = try ClientRow.fetchCursor(db, sql: sql, arguments: [ring])
      while let row = try rows.next() {
        let start = moment(row.timestamp)
        for (metric, value) in row.values {
          let entry = start.map { ImportedEntry.sample(metric, value, start: $0, length: length, .log) }
          if let entry, entry.problem(in: bounds) == nil {
            entries.append(entry)
          } else {
            refused.append(("row \(row.number) of \(table)", entry?.problem(in: bounds) ?? .clock))
          }
        }
      }
    }
    try read(
      "heart_rates",
      """
      SELECT rowid AS number, timestamp, reading AS heartRate FROM heart_rates WHERE ring_id = ? AND reading > 0
      ORDER BY timestamp
      """, length: 0)
    guard try db.tableExists("sport_details") else { return (entries, refused) }
    try read(
      "sport_details",
      "SELECT rowid AS number, timestamp, steps, distance FROM sport_details WHERE ring_id = ? ORDER BY timestamp",
      length: Duration.minutes(15).milliseconds)
    return (entries, refused)
  }
}

// Values of another program may have any type: values that are not numbers or text count as missing.

private struct RingRow: FetchableRecord {
  let id: Int?
  let address: String?

  init(row: Row) {
    id = Int.fromDatabaseValue(row["ring_id"])
    address = String.fromDatabaseValue(row["address"])
  }
}

private struct ClientRow: FetchableRecord {
  let number: Int
  let timestamp: String?
  /// The values, without those that the ring did not measure.
  let values: [(Metric, Double)]

  init(row: Row) {
    number = Int.fromDatabaseValue(row["number"]) ?? 0
    timestamp = String.fromDatabaseValue(row["timestamp"])
    values = ([.heartRate, .steps, .distance] as [Metric]).compactMap { metric in
      (row[metric.rawValue] as DatabaseValue?).flatMap(Double.fromDatabaseValue).map { (metric, $0) }
    }
  }
}
