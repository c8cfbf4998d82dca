import HaloText
import HaloTesting
import GRDB
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloSimulatedRadio

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Small SQLite files to mutate: of the Python client colmi_r02_client, Gadgetbridge, Health Connect, and of Halo. Some contain values that no
/// program writes.
struct DatabaseFixtures: Sendable {
  private(set) var clients: [[UInt8]] = []
  private(set) var journals: [[UInt8]] = []

  init(seed: UInt64, in folder: TemporaryFolder) async throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<24 { clients.append(try Self.client(folder, hasOddities: number % 3 > 0, &random)) }
    for number in 0..<24 {
      var generator = SeededGenerator(seed: random.next())
      clients.append(
        try Self.phone(folder, isGadgetbridge: number.isMultiple(of: 2)) { value in
          number % 3 > 0 && Int.random(in: 0..<12, using: &generator) == 0
            ? Self.oddity(&generator).databaseValue : value.databaseValue
        })
    }
    let synced = try await Self.journal(folder, &random)
    journals = [synced]
    for _ in 0..<11 { journals.append(try Self.changed(synced, folder, &random)) }
  }

  // MARK: colmi_r02_client

  private static func client(
    _ folder: TemporaryFolder, hasOddities: Bool, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    let path = folder.path("client.sqlite")
    defer { folder.removeDatabase(path) }
    let size = [512, 1024, 4096][Int.random(in: 0..<3, using: &random)]
    let queue = try DatabaseQueue(path: path)
    var generator = random
    func odd(_ value: some DatabaseValueConvertible) -> any DatabaseValueConvertible {
      hasOddities && Int.random(in: 0..<12, using: &generator) == 0 ? oddity(&generator) : value
    }
    try queue.inDatabase { db in
      try db.execute(sql: "PRAGMA page_size = \(size); VACUUM")
      try db.execute(
        sql: """
          CREATE TABLE rings (ring_id INTEGER PRIMARY KEY, address VARCHAR);
          CREATE TABLE syncs (sync_id INTEGER PRIMARY KEY, ring_id INTEGER, timestamp DATETIME);
          CREATE TABLE heart_rates (heart_rate_id INTEGER PRIMARY KEY, reading INTEGER, timestamp DATETIME, ring_id INTEGER,
            sync_id INTEGER);
          CREATE TABLE sport_details (sport_detail_id INTEGER PRIMARY KEY, calories INTEGER, steps INTEGER, distance INTEGER,
            timestamp DATETIME, ring_id INTEGER, sync_id INTEGER);
          CREATE TABLE sleep_logs (sleep_log_id INTEGER PRIMARY KEY, ring_id INTEGER);
          """)
      let rings = Int.random(in: 1...3, using: &generator)
      for ring in 1...rings {
        let address = ring == 1 ? SyncTimes.device : "C3:48:9A:00:00:7\(ring)"
        try db.execute(
          sql: "INSERT INTO rings VALUES (?, ?)", arguments: [ring, odd(address)])
      }
      for number in 0..<40 {
        let minute = Int.random(in: 0..<2880, using: &generator)
        let wall = WallClock(date: LineMutator.today.adding(days: -2), minuteOfDay: 0).adding(minutes: minute)
        let time = "\(wall.description.replacing("T", with: " ")).000000"
        let ring = Int.random(in: 1...rings, using: &generator)
        try db.execute(
          sql: "INSERT INTO heart_rates (reading, timestamp, ring_id, sync_id) VALUES (?, ?, ?, 1)",
          arguments: [odd(50 + number), odd(time), odd(ring)])
        guard number % 4 == 0 else { continue }
        try db.execute(
          sql: """
            INSERT INTO sport_details (calories, steps, distance, timestamp, ring_id, sync_id) VALUES (7, ?, ?, ?, ?, 1)
            """, arguments: [odd(number * 10), odd(number * 7), odd(time), odd(ring)])
      }
    }
    try queue.close()
    random = generator
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private static func oddity(_ random: inout SeededGenerator) -> any DatabaseValueConvertible {
    let texts = [
      "", "x", "2026-11-12", "2026-11-12 08:15", "0001-01-01 00:00:00", "9999-12-31 23:59:59", "-005-01-01 00:00:00",
      "2026-11-12 24:00:00", "2026-11-12 -1:-1:-1", "2026-02-30 08:00:00", "2026-11-12\u{0}08:15:00", "\u{202E}a\u{7}",
      "2024-02-29 00:00:00.000000", "70", "1e999", String(repeating: "9", count: 3000),
      String(repeating: "\u{301}", count: 500),
    ]
    let numbers = [0, -1, 1, 255, 65_535, 2_147_483_648, -2_147_483_648, 1 << 53, Int.max, Int.min, Int.max / 1000]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return DatabaseValue.null
    case 1: return numbers[Int.random(in: 0..<numbers.count, using: &random)]
    case 2:
      return [0.5, -1.0, 1e308, -1e308, .infinity, 1e19, .leastNonzeroMagnitude][Int.random(in: 0..<7, using: &random)]
    case 3: return Data((0..<20).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    default: return texts[Int.random(in: 0..<texts.count, using: &random)]
    }
  }

  // MARK: Halo

  /// Creates a journal with one day of a ring, and with imported nights and samples.
  private static func journal(_ folder: TemporaryFolder, _ random: inout SeededGenerator) async throws -> [UInt8] {
    let (path, copy) = (folder.path("synced.sqlite"), folder.path("copy.sqlite"))
    defer {
      folder.removeDatabase(path)
      folder.removeDatabase(copy)
    }
    let journal = try Journal(path: path)
    try await SyncTimes.sync(journal, days: 1)
    let start = Moment(WallClock(date: LineMutator.today, minuteOfDay: 30), secondsFromGMT: 3600)
    _ = try journal.keep(
      [
        .sample(.heartRate, 61, start: start, length: 0, .log),
        .sample(.steps, 61, start: start, length: 900_000, .log),
        .sleep(
          .night, start: start, stages: [.init(stage: .light, minutes: 100), .init(stage: .deep, minutes: 100)]),
      ], of: DeviceID("A"), name: "Watch", family: "import", wearer: "Ada", from: "file", at: SyncTimes.now)
    try journal.backUp(to: copy)
    return [UInt8](try Data(contentsOf: URL(filePath: copy)))
  }

  /// Creates a journal with some values that no version of Halo writes, but that its tables accept.
  private static func changed(
    _ journal: [UInt8], _ folder: TemporaryFolder, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    let path = folder.path("changed.sqlite")
    defer { folder.removeDatabase(path) }
    try Data(journal).write(to: URL(filePath: path))
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    var generator = random
    try queue.inDatabase { db in
      let tables = try String.fetchAll(
        db,
        sql:
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%' ORDER BY name"
      )
      for _ in 0..<12 {
        guard let table = tables.randomElement(using: &generator),
          let column = try db.columns(in: table).map(\.name).randomElement(using: &generator)
        else { continue }
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        guard count > 0 else { continue }
        let place = Int.random(in: 0..<count, using: &generator)
        // Values that the table rejects are not written.
        try? db.execute(
          sql: """
            UPDATE OR IGNORE \(table) SET "\(column)" = ?
            WHERE "\(column)" = (SELECT "\(column)" FROM \(table) LIMIT 1 OFFSET \(place))
            """, arguments: [oddity(&generator)])
      }
    }
    try queue.close()
    random = generator
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
