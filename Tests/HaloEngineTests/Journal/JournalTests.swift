import HaloText
import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloColmiRing
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloJournal

@Suite("The journal")
struct JournalTests {
  @Test func `a sync stores the wearer's data, and every sample names its frames`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let report = try await home.engine.sync(home.device)
      #expect(report.missed.isEmpty && report.unsupported.isEmpty)
      let values = try home.values()
      #expect(
        values.filter { $0.metric == .heartRate && $0.source == .log || $0.metric == .steps }
          == home.truth(now: SimulatedHome.morning))
      #expect(
        !(try home.journal.nights(from: SimulatedHome.morning.date.adding(days: -6), to: SimulatedHome.morning.date))
          .isEmpty)
      // The frames of a sample alone, without the request, do not give a sample again.
      let sample = try #require(try home.journal.samples(of: .heartRate, in: .allTime).first)
      let explanation = try #require(try home.journal.explain(sample))
      let contents = ColmiRingDriver.read(explanation.frames.map(\.frame), advertisedName: nil)
      #expect(contents.statements.isEmpty, "without the request, the day is unknown")
      #expect(explanation.frames.count == 24)
      #expect(explanation.log == .heartRate)
    }
  }

  @Test func `a repeated sync gives the same samples and requests only new data`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let (values, sent) = (try home.values(), try home.sentCount())
      _ = try await home.engine.sync(home.device)
      #expect(try home.values() == values)
      // Five of seven days have ended in every time zone: they are not requested again.
      #expect(try home.sentCount() - sent < sent * 2 / 3)
    }
  }

  @Test func `a rebuild gives the same data`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder, model: .r10)
      _ = try await home.engine.sync(home.device)
      try await clock.sleep(for: .seconds(30 * 3600))
      _ = try await home.engine.sync(home.device)
      let values = try home.values()
      // Equal by construction: a sync makes no readings, so its values are from the same frames and the same decoder.
      let changes = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try home.values() == values)
      #expect(changes.sessions == 2)
      #expect(changes.before == changes.after && changes.same == changes.after && changes.after > 1000)
    }
  }

  @Test func `a partial day is requested again until it is over, and then no longer`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      // Yesterday is not over yet for a wearer who flies west.
      let yesterday = SimulatedHome.morning.date.adding(days: -1)
      #expect(try !home.journal.completeDays(of: home.device).contains { $0.day >= yesterday })
      try await clock.sleep(for: .seconds(86_400))
      _ = try await home.engine.sync(home.device)
      #expect(
        try home.journal.completeDays(of: home.device).contains {
          $0.log == .heartRate && $0.day == yesterday
        })
      let tomorrow = SimulatedHome.morning.adding(minutes: 1440)
      #expect(try home.truth(now: tomorrow).isSubset(of: home.values()))
    }
  }

  @Test func `a sync continues after a link loss at any packet, with the samples of an undisturbed one`() async throws {
    let calm = try TemporaryFolder()
    let undisturbed = try await Simulation.run { clock in
      let home = try await RingHome(clock, calm)
      _ = try await home.engine.sync(home.device)
      return try home.values()
    }
    for packet in stride(from: 20, through: 420, by: 40) {
      let folder = try TemporaryFolder()
      try await Simulation.run { clock in
        let home = try await RingHome(clock, folder)
        home.medium.schedule(.linkLost, atPacket: packet)
        _ = try await home.engine.sync(home.device)
        #expect(try home.values() == undisturbed, "lost at packet \(packet)")
      }
    }
  }

  @Test func `a device is renamed, unpaired with its data kept, and erased`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
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

  @Test func `raw readings are stored by minute, rebuilt, and pruned when they are old`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let radio = home.medium.central()
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
      let chunks = try home.journal.raw(.accelerometer, in: .allTime)
      #expect(chunks.count >= 2 && chunks.allSatisfy { $0.values.count == 3 * $0.offsets.count })
      #expect((95...105).contains(chunks.reduce(0) { $0 + $1.offsets.count }))
      for chunk in chunks {
        #expect(chunk.offsets == chunk.offsets.sorted() && chunk.offsets.allSatisfy { $0 < 60_000 })
      }
      let light = try home.journal.raw(.ppg, in: .allTime)
      #expect(light.flatMap(\.values).allSatisfy { (12_000...14_000).contains($0) })
      let device = try #require(try home.journal.devices().first)
      // A reader that follows the first minutes finds each minute once, whatever the time between them.
      for chunk in chunks {
        for earlier in [0, 1, 40 * 366 * 86_400_000] {
          let found = try home.journal.firstRaw(
            .accelerometer, of: device,
            from: Moment(milliseconds: chunk.start.milliseconds - earlier, secondsFromGMT: 3600))
          #expect(found?.milliseconds == (earlier > 1 ? chunks[0] : chunk).start.milliseconds)
        }
      }
      let after = Moment(milliseconds: (chunks.last?.start.milliseconds ?? 0) + 1, secondsFromGMT: 0)
      #expect(try home.journal.firstRaw(.accelerometer, of: device, from: after) == nil)
      #expect(try home.journal.firstRaw(.ecg, of: device, from: chunks[0].start) == nil)
      #expect(chunks.allSatisfy { $0.countsPerG == 512 } && light.allSatisfy { $0.countsPerG == nil })
      _ = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try home.journal.raw(.accelerometer, in: .allTime) == chunks)
      #expect(try home.journal.pruneRaw(before: Moment(milliseconds: 0, secondsFromGMT: 0)) == 0)
      #expect(try home.journal.pruneRaw(before: Moment(milliseconds: 1 << 43, secondsFromGMT: 0)) > 1000)
      #expect(try home.journal.raw(.ppg, in: .allTime).isEmpty)
    }
  }

  @Test func `a 16-bit accelerometer is stored with its encoding, which a rebuild determines again`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "R08_0000", wearer: "w", at: Moment.noon)
    let session = try journal.begin("raw", with: device, at: Moment.noon, zone: "UTC")
    // The first and the last would also fit 12 bits, as 1 g along X.
    for (place, payload) in [[0, 0, 0, 0, 0x20, 0], [0x1F, 0xDA, 0xFE, 0x35, 0, 0x2F], [0, 0, 0, 0, 0x20, 0]]
      .enumerated()
    {
      let bytes = ColmiRing.Packet(0xA1, [3] + payload.map(UInt8.init)).bytes
      let time = Date(timeIntervalSince1970: Double(Moment.noon.milliseconds / 1000 + place))
      let frame = RecordedFrame(
        device: DeviceID("A"), direction: .received, characteristic: ColmiRing.GATT.commandNotify, bytes: bytes,
        time: time,
        zone: "UTC", secondsFromGMT: 0)
      _ = try await session.record(frame)
    }
    try await session.end(at: Moment.noon)
    _ = try SessionDecoder(journal, .bundled).rebuild()
    let chunks = try journal.raw(.accelerometer, in: .allTime)
    #expect(chunks.map(\.countsPerG) == [8192])
    #expect(chunks.first?.values.count == 9 && chunks.first.map { Array($0.values.prefix(3)) } == [0, 0, 1])
    _ = try SessionDecoder(journal, .bundled).rebuild()
    #expect(try journal.raw(.accelerometer, in: .allTime) == chunks)
    // A chunk of an earlier version has no encoding, and its readings are not changed.
    try journal.write { try $0.execute(sql: "UPDATE raw SET counts = NULL") }
    let older = try #require(try journal.raw(.accelerometer, in: .allTime).first)
    #expect(older.countsPerG == nil && older.values == chunks.first?.values)
  }

  @Test func `computed values and workouts are stored and replace earlier ones`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "Ada", at: Moment.noon)
    func value(_ number: Double, _ version: Int) -> DerivedValue {
      DerivedValue(
        .restingHeartRate, number, start: Moment.noon, length: 86_400_000, algorithm: "resting-heart-rate",
        version: version,
        confidence: 0.8, inputs: [DerivedInput(.log, frames: "3-4,7"), DerivedInput(words: "a log")])
    }
    try journal.keep([value(58, 1)], of: "Ada")
    try journal.keep([value(57, 2)], of: "Ada")
    #expect(try journal.derived(.restingHeartRate, of: "Ada", in: .allTime) == [value(57, 2)])
    let run = Workout(.running, start: Moment.noon, length: 1_800_000, meters: 5000, source: .live)
    try journal.keep(run, of: "Ada")
    #expect(try journal.workouts(of: "Ada", in: .allTime).map(\.workout) == [run])
    #expect(try journal.workouts(of: "Bob", in: .allTime).isEmpty)
  }

  @Test func `a ring that lost its clock between two syncs is detected, and doubtful data is marked`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      // The connection is lost before the ring's date can be checked again, and the ring restarts.
      home.medium.schedule(.linkLost, atPacket: 300)
      let engine = home.engine
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await engine.sync(home.device) }
        group.addTask {
          while home.medium.packetCount < 300 { try? await clock.sleep(for: .milliseconds(50)) }
          await home.medium.move(home.ring.profile.device, to: 100)
        }
        await group.waitForAll()
      }
      home.ring.restart()
      await home.medium.move(home.ring.profile.device, to: 1)
      let before = try home.values()
      #expect(!before.isEmpty)
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.wrongDateInLatestSession(of: home.device) == CalendarDate("2000-01-01"))
      #expect(try home.truth(now: SimulatedHome.morning).isSubset(of: home.values()))
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.wrongDateInLatestSession(of: home.device) == nil)
    }
  }

  @Test func `a ring's settings are recorded when they change`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let first = try home.journal.settingsHistory(of: home.device).count
      #expect(first == 4)
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.settingsHistory(of: home.device).count == first)
      try home.journal.note([("stress", "off")], of: home.device, at: Moment.noon)
      #expect(try home.journal.settingsHistory(of: home.device).count == first + 1)
    }
  }

  @Test func `data from before the clock was first set can be by UTC`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      try home.journal.setPriorClockToUTC(home.device)
      _ = try await home.engine.sync(home.device)
      let sample = try #require(try home.journal.samples(of: .heartRate, in: .allTime).first)
      // Midnight on the ring's clock was midnight UTC.
      #expect(sample.start.secondsFromGMT == 0 && sample.start.wallClock.time.minutes == 0)
    }
  }

  @Test func `a second program gets an error with the program that has the device`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let path = JournalLocks.path(ofDevice: home.device.id, journal: home.journal.path)
      // Locks belong to descriptors, so this one acts like another program's.
      let descriptor = open(path, O_CREAT | O_RDWR, 0o600)
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      try Data("halo (process 4711)".utf8).write(to: URL(filePath: path))
      let error = await #expect(throws: EngineError.self) { _ = try await home.engine.sync(home.device) }
      #expect(error?.description.contains("is in use by halo (process 4711)") == true, "\(String(describing: error))")
      close(descriptor)
      _ = try await home.engine.sync(home.device)
    }
  }
}

extension RingHome {
  /// The number of frames sent to the ring so far.
  func sentCount() throws -> Int {
    try base.journal.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM frame WHERE sent = 1") ?? 0 }
  }
}
