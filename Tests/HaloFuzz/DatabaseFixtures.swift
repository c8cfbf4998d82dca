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

/// Small SQLite files to mutate: of the Python client colmi_r02_client, Gadgetbridge, Health Connect, and of Halo.
struct DatabaseFixtures: Sendable {
  private(set) var clients: [[UInt8]] = []
  private(set) var journals: [[UInt8]] = []

  init(seed: UInt64, in folder: TemporaryFolder) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 { clients.append(try Self.client(folder, &random)) }
    for number in 0..<12 { clients.append(try Self.phone(folder, isGadgetbridge: number.isMultiple(of: 2))) }
    journals = [try await Self.journal(folder)]
  }

  // MARK: colmi_r02_client

  /// A database of colmi_r02_client.
  static func client(_ folder: TemporaryFolder, _ random: inout SeededGenerator) throws -> [UInt8] {
    let path = folder.path("client.sqlite")
    defer { folder.removeDatabase(path) }
    let size = [512, 1024, 4096][Int.random(in: 0..<3, using: &random)]
    let queue = try DatabaseQueue(path: path)
    var generator = random
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
          sql: "INSERT INTO rings VALUES (?, ?)", arguments: [ring, address])
      }
      for number in 0..<40 {
        let minute = Int.random(in: 0..<2880, using: &generator)
        let wall = WallClock(date: LineMutator.today.adding(days: -2), minuteOfDay: 0).adding(minutes: minute)
        let time = "\(wall.description.replacing("T", with: " ")).000000"
        let ring = Int.random(in: 1...rings, using: &generator)
        try db.execute(
          sql: "INSERT INTO heart_rates (reading, timestamp, ring_id, sync_id) VALUES (?, ?, ?, 1)",
          arguments: [50 + number, time, ring])
        guard number % 4 == 0 else { continue }
        try db.execute(
          sql: """
            INSERT INTO sport_details (calories, steps, distance, timestamp, ring_id, sync_id) VALUES (7, ?, ?, ?, ?, 1)
            """, arguments: [number * 10, number * 7, time, ring])
      }
    }
    try queue.close()
    random = generator
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  // MARK: Halo

  /// Creates a journal with one day of a ring, and with imported nights and samples.
  private static func journal(_ folder: TemporaryFolder) async throws -> [UInt8] {
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
}
