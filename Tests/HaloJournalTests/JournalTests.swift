import Foundation
import GRDB
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualWearables
import HaloWearables
import Testing

@testable import HaloJournal

@Suite("The journal")
struct JournalTests {
  @Test("a sync leaves in it what the wearer did, and every sample names the frames it came from")
  func sync() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      let report = try await home.engine.sync(home.device)
      #expect(report.missed.isEmpty && report.unsupported.isEmpty)
      let values = try home.values()
      #expect(
        values.filter { $0.metric == .heartRate && $0.source == .log || $0.metric == .steps }
          == home.truth(now: JournalHome.morning))
      #expect(
        !(try home.journal.nights(from: JournalHome.morning.date.adding(days: -6), to: JournalHome.morning.date))
          .isEmpty)
      // Each sample, read again from its frames alone, is the same.
      let sample = try #require(try home.journal.samples(of: .heartRate, in: JournalHome.ever).first)
      let explanation = try #require(try home.journal.explain(sample))
      let contents = ColmiRingDriver.read(explanation.frames.map(\.frame))
      #expect(contents.statements.isEmpty, "without the question it is not known which day it is of")
      #expect(explanation.frames.count == 24)
      #expect(explanation.log == "heart rate")
    }
  }

  @Test("the same sync twice gives the same samples, and asks only for what is new")
  func twice() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let (values, sent) = (try home.values(), try home.sentCount())
      _ = try await home.engine.sync(home.device)
      #expect(try home.values() == values)
      // Five of seven days are over wherever the wearer may travel: those are not asked for again.
      #expect(try home.sentCount() - sent < sent * 2 / 3)
    }
  }

  @Test("what was read is the same when it is read again")
  func rebuild() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder, model: .r10)
      _ = try await home.engine.sync(home.device)
      try await clock.sleep(for: .seconds(30 * 3600))
      _ = try await home.engine.sync(home.device)
      let values = try home.values()
      let changes = try Reader(home.journal).rebuild()
      #expect(try home.values() == values)
      #expect(changes.sessions == 2)
      #expect(changes.before == changes.after && changes.same == changes.after && changes.after > 1000)
    }
  }

  @Test("a day that was half told is told again until it is over, and then no more")
  func days() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      // Yesterday is not over yet for somebody who flies west.
      let yesterday = JournalHome.morning.date.adding(days: -1)
      #expect(try !home.journal.completeDays(of: home.device).contains { $0.day >= yesterday })
      try await clock.sleep(for: .seconds(86_400))
      _ = try await home.engine.sync(home.device)
      #expect(
        try home.journal.completeDays(of: home.device).contains {
          $0.log == "heart rate" && $0.day == yesterday
        })
      let tomorrow = JournalHome.morning.adding(minutes: 1440)
      #expect(try home.truth(now: tomorrow).isSubset(of: home.values()))
    }
  }

  @Test("a sync that breaks anywhere is gone on with, and the samples are those of an undisturbed one")
  func broken() async throws {
    let calm = try Folder()
    let undisturbed = try await Simulation.run { clock in
      let home = try await JournalHome(clock, calm)
      _ = try await home.engine.sync(home.device)
      return try home.values()
    }
    for packet in stride(from: 20, through: 420, by: 40) {
      let folder = try Folder()
      try await Simulation.run { clock in
        let home = try await JournalHome(clock, folder)
        home.air.schedule(.linkLost, atPacket: packet)
        _ = try await home.engine.sync(home.device)
        #expect(try home.values() == undisturbed, "lost at packet \(packet)")
      }
    }
  }

  @Test("partial statements in any order and overlap end in the same samples", arguments: 1...40 as ClosedRange<UInt64>)
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let findings = Self.findings(&random)
    var results: [[String]] = []
    for _ in 0..<4 {
      let folder = try Folder()
      let journal = try Journal(path: folder.path("journal.sqlite"))
      let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Self.noon)
      for finding in findings.shuffled(using: &random) {
        // Told twice is told once.
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let session = try journal.begin("sync", with: device, at: Self.noon, zone: "UTC")
          try journal.apply(finding, toSession: session.id)
        }
      }
      results.append(
        try journal.read { db in
          try String.fetchAll(
            db, sql: "SELECT metric || ' ' || start || ' ' || source || ' ' || value FROM sample ORDER BY 1")
        })
    }
    #expect(results.allSatisfy { $0 == results[0] })
    #expect(!results[0].isEmpty)
  }

  private static let noon = Moment(milliseconds: 1_794_484_800_000, secondsFromGMT: 0)

  /// Some tellings about two days, later ones with other samples, smaller counts among them.
  private static func findings(_ random: inout SeededGenerator) -> [SessionFindings] {
    (0..<6).map { hour in
      let received = Moment(milliseconds: noon.milliseconds + hour * 3_600_000, secondsFromGMT: 0)
      let statements = (0..<2).flatMap { daysAgo -> [(statement: LogStatement, received: Moment)] in
        let day = noon.wallClock.date.adding(days: -daysAgo)
        func samples(_ metric: Metric) -> [Sample] {
          (0..<12).filter { _ in Bool.random(using: &random) }.map { slot in
            Sample(
              metric, Double(Int.random(in: 40...120, using: &random)),
              start: WallClock(date: day, minuteOfDay: slot * 60), source: .log,
              provenance: Provenance(frames: [], decoder: "test"))
          }
        }
        return [("heart rate", Metric.heartRate), ("activity", .steps)].map { log, metric in
          (
            LogStatement(
              log: log, readings: Readings(samples: samples(metric)), days: [day], metrics: [metric], frames: [],
              decoder: "test"), received
          )
        }
      }
      return SessionFindings(
        decoder: "test", statements: statements,
        clockEvents: [.init(time: Moment(milliseconds: 0, secondsFromGMT: 0), zone: "UTC", wrongDate: nil)],
        beganRight: nil, verifiedCount: 0)
    }
  }

  @Test("counts do not shrink because a ring restarted; other samples that a later telling lacks go")
  func shrinking() throws {
    let folder = try Folder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Self.noon)
    let day = Self.noon.wallClock.date
    func tell(_ hour: Int, steps: [Int: Double], rates: [Int: Double]) throws {
      func samples(_ metric: Metric, _ values: [Int: Double]) -> [Sample] {
        values.map { hour, value in
          Sample(
            metric, value, start: WallClock(date: day, minuteOfDay: hour * 60), source: .log,
            provenance: Provenance(frames: [], decoder: "test"))
        }
      }
      let received = Moment(milliseconds: Self.noon.milliseconds + hour * 3_600_000, secondsFromGMT: 0)
      let session = try journal.begin("sync", with: device, at: received, zone: "UTC")
      try journal.apply(
        SessionFindings(
          decoder: "test",
          statements: [
            (
              LogStatement(
                log: "activity", readings: Readings(samples: samples(.steps, steps)), days: [day], metrics: [.steps],
                frames: [], decoder: "test"), received
            ),
            (
              LogStatement(
                log: "heart rate", readings: Readings(samples: samples(.heartRate, rates)), days: [day],
                metrics: [.heartRate], frames: [], decoder: "test"), received
            ),
          ], clockEvents: [.init(time: received, zone: "UTC", wrongDate: nil)], beganRight: true, verifiedCount: 2),
        toSession: session.id)
    }
    try tell(0, steps: [8: 900, 9: 100], rates: [8: 80, 9: 70])
    try tell(2, steps: [8: 40], rates: [9: 71, 10: 65])
    func values(_ metric: Metric) throws -> [Double] {
      try journal.samples(of: metric, in: JournalHome.ever).map(\.value)
    }
    #expect(try values(.steps) == [900, 100])
    #expect(try values(.heartRate) == [71, 65])
  }

  @Test("the tables are those of the snapshot")
  func schema() throws {
    let folder = try Folder()
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

  @Test("the file and its folder are readable by their owner alone")
  func permissions() throws {
    let folder = try Folder()
    let path = folder.path("new/deeper/journal.sqlite")
    let journal = try Journal(path: path)
    _ = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Self.noon)
    for (name, mode) in [
      ("new", 0o700), ("new/deeper", 0o700), ("new/deeper/journal.sqlite", 0o600),
      ("new/deeper/journal.sqlite-wal", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test("a damaged, a foreign and a newer file are said to be that, and left as they are")
  func unusable() throws {
    let folder = try Folder()
    func error(_ name: String) throws -> JournalError? {
      let before = try Data(contentsOf: folder.url.appending(path: name))
      let error = #expect(throws: JournalError.self) { try Journal(path: folder.path(name)) }
      #expect(try Data(contentsOf: folder.url.appending(path: name)) == before, "\(name) was changed")
      return error
    }
    try Data("not a database, but long enough to be taken for one by its length".utf8).write(
      to: folder.url.appending(path: "text"))
    guard case .damaged = try error("text") else {
      Issue.record("not said to be damaged")
      return
    }

    let foreign = try DatabaseQueue(path: folder.path("foreign"))
    try foreign.write { try $0.execute(sql: "CREATE TABLE photo (id INTEGER)") }
    try foreign.close()
    guard case .damaged(_, let reason) = try error("foreign") else {
      Issue.record("not said to be foreign")
      return
    }
    #expect(reason == "another program's database")

    let newer = try DatabaseQueue(path: folder.path("newer"))
    try Schema.migrator.migrate(newer)
    try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
    try newer.close()
    #expect(try error("newer") == .newer(path: folder.path("newer")))
  }

  @Test("a disk that is full is said to be full, and what was there is there")
  func full() async throws {
    let folder = try Folder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Self.noon)
    let session = try journal.begin("sync", with: device, at: Self.noon, zone: "UTC")
    // The real thing needs a file system of its own; SQLite answers a file that may not grow in the same way.
    try journal.write { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    let frame = RecordedFrame(
      device: DeviceID("A"), direction: .received, characteristic: 0x2A37, bytes: [UInt8](repeating: 7, count: 4000),
      time: Date(timeIntervalSince1970: 0), zone: "UTC", secondsFromGMT: 0)
    await #expect(throws: JournalError.full(path: journal.path)) {
      for _ in 0..<100 { _ = try await session.record(frame) }
    }
    let count = try journal.frames(ofSession: session.id).count
    #expect(count >= 1)
    #expect(try journal.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }

  @Test("a device is renamed, forgotten with its data kept, paired again, and erased")
  func devices() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      try home.journal.rename(home.device, to: "left hand")
      #expect(try home.journal.devices().map(\.name) == ["left hand"])
      #expect(try home.journal.devices().first?.firmware == VirtualRingModel.r12.firmware)
      let moment = Moment(milliseconds: 0, secondsFromGMT: 0)
      try home.journal.forget(home.device, withData: false, at: moment)
      #expect(try home.journal.devices().isEmpty)
      #expect(try !home.values().isEmpty)
      try home.journal.forget(home.device, withData: true, at: moment)
      #expect(try home.values().isEmpty)
      let rows = try home.journal.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM frame") }
      #expect(rows == 0)
    }
  }

  @Test("raw readings are kept by minutes, made again by a rebuild, and let go when they are old")
  func raw() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      let radio = home.air.central()
      try await home.engine.recording("raw", of: home.device) { recorder in
        let session = WearableSession<ColmiRingDriver>(
          radio: radio, device: home.device.identifier, label: "ring", environment: home.environment, recorder: recorder
        )
        try await session.once { driver in
          try await driver.withRawStream { readings in
            var count = 0
            for await _ in readings {
              count += 1
              if count == 300 { return }
            }
          }
        }
      }
      let chunks = try home.journal.raw(.accelerometer, in: JournalHome.ever)
      #expect(chunks.count >= 2 && chunks.allSatisfy { $0.values.count == 3 * $0.offsets.count })
      #expect((95...105).contains(chunks.reduce(0) { $0 + $1.offsets.count }))
      for chunk in chunks {
        #expect(chunk.offsets == chunk.offsets.sorted() && chunk.offsets.allSatisfy { $0 < 60_000 })
      }
      let light = try home.journal.raw(.ppg, in: JournalHome.ever)
      #expect(light.flatMap(\.values).allSatisfy { (12_000...14_000).contains($0) })
      _ = try Reader(home.journal).rebuild()
      #expect(try home.journal.raw(.accelerometer, in: JournalHome.ever) == chunks)
      #expect(try home.journal.pruneRaw(before: Moment(milliseconds: 0, secondsFromGMT: 0)) == 0)
      #expect(try home.journal.pruneRaw(before: Moment(milliseconds: 1 << 43, secondsFromGMT: 0)) > 1000)
      #expect(try home.journal.raw(.ppg, in: JournalHome.ever).isEmpty)
    }
  }

  @Test("computed values and workouts are kept, and take the place of earlier ones")
  func derived() throws {
    let folder = try Folder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "Ada", at: Self.noon)
    func value(_ number: Double, _ version: Int) -> DerivedValue {
      DerivedValue(
        .heartRate, number, start: Self.noon, length: 86_400_000, algorithm: "resting-heart-rate", version: version,
        confidence: 0.8, inputs: ["heart-rate log 2026-11-12"])
    }
    try journal.keep([value(58, 1)], of: "Ada")
    try journal.keep([value(57, 2)], of: "Ada")
    #expect(try journal.derived(.heartRate, of: "Ada", in: JournalHome.ever) == [value(57, 2)])
    let run = Workout(.running, start: Self.noon, length: 1_800_000, meters: 5000, source: .live)
    try journal.keep(run, of: "Ada")
    #expect(try journal.workouts(of: "Ada", in: JournalHome.ever) == [run])
    #expect(try journal.workouts(of: "Bob", in: JournalHome.ever).isEmpty)
  }

  @Test("a ring that lost its clock between two syncs is found out, and what is doubtful is marked")
  func lostClock() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      // The link breaks before the ring's date can be seen again, and the ring restarts.
      home.air.schedule(.linkLost, atPacket: 300)
      let engine = home.engine
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await engine.sync(home.device) }
        group.addTask {
          while home.air.packetCount < 300 { try? await clock.sleep(for: .milliseconds(50)) }
          await home.air.move(home.ring.profile.device, to: 100)
        }
        await group.waitForAll()
      }
      home.ring.restart()
      await home.air.move(home.ring.profile.device, to: 1)
      let before = try home.values()
      #expect(!before.isEmpty)
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.wrongDateInLatestSession(of: home.device) == CalendarDate("2000-01-01"))
      #expect(try home.truth(now: JournalHome.morning).isSubset(of: home.values()))
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.wrongDateInLatestSession(of: home.device) == nil)
    }
  }

  @Test("what a ring is set to is noted when it changes")
  func settings() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let first = try home.journal.settingsHistory(of: home.device).count
      #expect(first == 4)
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.settingsHistory(of: home.device).count == first)
      try home.journal.note([("stress", "off")], of: home.device, at: Self.noon)
      #expect(try home.journal.settingsHistory(of: home.device).count == first + 1)
    }
  }

  @Test("what a ring knew before it was set here can be by UTC")
  func utc() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      try home.journal.setUTCBefore(home.device)
      _ = try await home.engine.sync(home.device)
      let sample = try #require(try home.journal.samples(of: .heartRate, in: JournalHome.ever).first)
      // Midnight on the ring was midnight in Greenwich.
      #expect(sample.start.secondsFromGMT == 0 && sample.start.wallClock.time.minutes == 0)
    }
  }

  @Test("programs that write at once do not get in each other's way")
  func together() async throws {
    let folder = try Folder()
    let path = folder.path("journal.sqlite")
    let first = try Journal(path: path)
    let device = try first.pair(DeviceID("A"), family: "f", name: "n", wearer: "w", at: Self.noon)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          // Each opens the file for itself, as another process does.
          let journal = try Journal(path: path)
          let session = try journal.begin("sync", with: device, at: Self.noon, zone: "UTC")
          let frame = RecordedFrame(
            device: DeviceID("A"), direction: .received, characteristic: 0x2A37, bytes: [1, 2, 3],
            time: Date(timeIntervalSince1970: 0), zone: "UTC", secondsFromGMT: 0)
          for _ in 0..<100 { _ = try await session.record(frame) }
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

  @Test("a second program that wants a device is told who has it")
  func locked() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      async let first = home.engine.sync(home.device)
      try await clock.sleep(for: .seconds(1))
      let error = await #expect(throws: EngineError.self) { _ = try await home.engine.sync(home.device) }
      #expect(error?.description.contains("is in use by") == true && error?.description.contains("process") == true)
      _ = try await first
      _ = try await home.engine.sync(home.device)
    }
  }
}

extension JournalHome {
  /// How many frames went to the ring so far.
  func sentCount() throws -> Int {
    try journal.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM frame WHERE sent = 1") ?? 0 }
  }
}
