import HaloText
import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloHealth
import Testing

@testable import HaloJournal

@Suite("The journal's file")
struct JournalFileTests {
  @Test func `the tables match the snapshot`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let tables =
      try journal.read { db in
        try String.fetchAll(
          db,
          sql:
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%' ORDER BY name"
        )
      }.joined(separator: ";\n") + ";\n"
    let snapshot = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "schema.sql")
    let expected = try String(contentsOf: snapshot, encoding: .utf8)
    #expect(tables == expected, "a released table is never edited: add a migration, and then the snapshot")
  }

  @Test func `a journal in memory has the same tables, and numbers frames from 0`() async throws {
    let folder = try TemporaryFolder()
    let names = "SELECT sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL ORDER BY name"
    let stored = try Journal(path: folder.path("journal.sqlite")).read { try String.fetchAll($0, sql: names) }
    let journal = try Journal.inMemory()
    #expect(journal.isInMemory && journal.path.isEmpty)
    #expect(try journal.read { try String.fetchAll($0, sql: names) } == stored)
    let device = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Moment.noon)
    let session = try journal.begin("sync", with: device, at: Moment.noon, zone: "UTC")
    let characteristic = try #require(BluetoothUUID("FF01"))
    let frames = (0..<70).map { number in
      RecordedFrame(
        device: device.identifier, direction: .received, characteristic: characteristic, bytes: [number], time: .now,
        zone: "UTC", secondsFromGMT: 0)
    }
    // Received one by one, and together.
    for frame in frames[..<30] { _ = try await session.record(frame) }
    try await session.end(at: Moment.noon)
    try journal.insert(Array(frames[30...]), intoSession: session.id)
    #expect(try journal.frames(ofSession: session.id).map(\.id) == Array(0..<70))
    #expect(try journal.frames(ofSession: session.id).map(\.frame.bytes) == frames.map(\.bytes))
    #expect(try Journal.inMemory().devices().isEmpty, "each is of its own")
  }

  @Test func `the file alone is complete after it was closed, although something still holds the journal`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Moment.noon)
    _ = try journal.devices()
    journal.closer()
    try FileManager.default.copyItem(atPath: journal.path, toPath: folder.path("copy.sqlite"))
    #expect(try Journal(path: folder.path("copy.sqlite")).devices() == [device])
  }

  @Test func `only their owner can read the file and its folder`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("new/deeper/journal.sqlite")
    let journal = try Journal(path: path)
    _ = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Moment.noon)
    for (name, mode) in [
      ("new", 0o700), ("new/deeper", 0o700), ("new/deeper/journal.sqlite", 0o600),
      ("new/deeper/journal.sqlite-wal", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test func `reports damaged, foreign and newer files as such, without changing them`() throws {
    let folder = try TemporaryFolder()
    func error(_ name: String) throws -> JournalError? {
      let before = try Data(contentsOf: folder.url.appending(path: name))
      let error = #expect(throws: JournalError.self) { try Journal(path: folder.path(name)) }
      #expect(try Data(contentsOf: folder.url.appending(path: name)) == before, "\(name) was changed")
      return error
    }
    try Data("not a database, but long enough to be taken for one by its length".utf8).write(
      to: folder.url.appending(path: "text"))
    guard case .damaged = try error("text") else {
      Issue.record("not reported as damaged")
      return
    }

    let foreign = try DatabaseQueue(path: folder.path("foreign"))
    try foreign.write { try $0.execute(sql: "CREATE TABLE photo (id INTEGER)") }
    try foreign.close()
    guard case .damaged(_, let reason) = try error("foreign") else {
      Issue.record("not reported as foreign")
      return
    }
    #expect(reason == "another program's database")

    let newer = try DatabaseQueue(path: folder.path("newer"))
    try Schema.migrator.migrate(newer)
    try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
    try newer.close()
    #expect(try error("newer") == .newer(path: folder.path("newer")))
  }

  // The content of a damaged card or a forged backup. Each of these crashed the program.
  @Test(arguments: [
    "UPDATE sample SET length = NULL", "UPDATE sample SET wall = -9223372036854775807 - 1",
    "UPDATE device SET name = NULL", "UPDATE device SET identifier = x'C3'", "UPDATE night SET stages = NULL",
    "UPDATE sample SET value = 9e999 WHERE metric = 1", "UPDATE grdb_migrations SET identifier = NULL",
  ])
  func `reports a value that no version of Halo writes as damage, without a crash`(change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal.sqlite")
    let noon = Moment.noon
    var journal: Journal? = try Journal(path: path)
    _ = try journal?.keep(
      [
        .sample(.heartRate, 60, start: noon, length: 0, .log),
        .sleep(.night, start: noon, stages: [.init(stage: .light, minutes: 60)]),
      ], of: DeviceID("A"), name: "ring", family: "import", wearer: "me", from: "file", at: noon)
    journal = nil
    try damageJournal(at: path, change)
    #expect {
      let journal = try Journal(path: path)
      _ = try journal.devices() + journal.allDevices()
      _ = try journal.samples(of: .heartRate, in: .allTime)
      _ = try journal.trend(of: .heartRate, from: noon.wallClock.date, to: noon.wallClock.date)
      _ = try journal.sleeps(of: "me", in: .allTime)
      try journal.export(in: .allTime, metrics: Metric.known, sleep: true) { _ in }
    } throws: { error in
      if case JournalError.damaged = error { true } else { false }
    }
  }

  @Test func `refuses a FIFO, a folder and a device file immediately`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
    try FileManager.default.createDirectory(at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    for path in [folder.path("fifo"), folder.path("folder"), "/dev/null"] {
      #expect(throws: JournalError.cannotOpen(path: path, reason: "it is not a regular file")) {
        try Journal(path: path)
      }
    }
  }

  @Test func `reports a full disk and keeps the stored frames`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Moment.noon)
    let session = try journal.begin("sync", with: device, at: Moment.noon, zone: "UTC")
    // A real full disk needs its own file system; SQLite returns the same error for a file that may not grow.
    try journal.write { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    let frame = RecordedFrame(
      device: DeviceID("A"), direction: .received, characteristic: 0x2A37, bytes: [UInt8](repeating: 7, count: 4000),
      time: Date(timeIntervalSince1970: 0), zone: "UTC", secondsFromGMT: 0)
    await #expect(throws: JournalError.full(path: journal.path)) {
      for _ in 0..<100 { _ = try await session.record(frame) }
      // On a slow machine the error occurs when the session waits for its frames.
      try await session.end(at: Moment.noon)
    }
    let count = try journal.frames(ofSession: session.id).count
    #expect(count >= 1)
    #expect(try journal.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }

  @Test func `programs can write concurrently`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal.sqlite")
    let first = try Journal(path: path)
    let device = try first.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Moment.noon)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          // Each task opens the file separately, like another process.
          let journal = try Journal(path: path)
          let session = try journal.begin("sync", with: device, at: Moment.noon, zone: "UTC")
          let frame = RecordedFrame(
            device: DeviceID("A"), direction: .received, characteristic: 0x2A37, bytes: [1, 2, 3],
            time: Date(timeIntervalSince1970: 0), zone: "UTC", secondsFromGMT: 0)
          for _ in 0..<100 { _ = try await session.record(frame) }
          try await session.end(at: Moment.noon)
        }
      }
      try await group.waitForAll()
    }
    let counts = try first.read { db in
      try Int.fetchAll(db, sql: "SELECT count(*) FROM frame GROUP BY session")
    }
    #expect(counts == [100, 100, 100, 100])
    let characteristics = try first.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM characteristic") }
    #expect(characteristics == 1)
  }

  @Test(arguments: ["1-9000000000000", "7-3", "0-\(Int.max)", "1-900000,2-900001", "9223372036854775808", "x"])
  func `refuses frames that no session has`(_ text: String) throws {
    #expect(try FrameRange.ids("17-19,42") == [17, 18, 19, 42])
    #expect(throws: DatabaseError.self) { try FrameRange.ids("42," + text) }
  }
}
