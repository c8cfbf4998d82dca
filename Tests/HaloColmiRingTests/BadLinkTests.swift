import HaloTesting
import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("Bad links")
struct BadLinkTests {
  private static let morning = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 10 * 60 + 16)

  /// The outcome of a week.
  private struct Outcome: Sendable {
    let seed: UInt64
    /// True if the sync was complete within the attempt, or refused because Bluetooth was off when it began.
    let isComplete: Bool
    /// True if it was complete after the link recovered.
    let isCompleteAfterwards: Bool
    let problem: String?
    let took: Duration
  }

  private func live(through week: BadWeek) async throws -> Outcome {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(
        clock, start: Self.morning, zone: .hoursEast(8), seed: week.seed, settings: week.link)
      let ring = home.ring(week.model, seed: week.seed)
      await home.medium.add(ring)
      let (radio, recorder) = (home.medium.central(), FrameList())
      let session = WearableSession<ColmiRingDriver>(
        radio: radio, device: ring.profile.device, label: "ring", environment: home.driver, recorder: recorder)
      let before = ExpectedWeek(SimulatedPerson(seed: week.seed), model: week.model, now: home.time.wallClock)
      home.medium.setFaults(week.faults)
      let ledger = SyncLedger()
      let attempt = try await withThrowingTaskGroup(of: Void.self) { group -> Synced? in
        group.addTask {
          await week.runIncidents(to: ring, in: home.medium, radio: radio)
        }
        defer { group.cancelAll() }
        // An aborted live measurement must not leave the LEDs on either.
        if week.seed.isMultiple(of: 3) {
          try? await session.once { driver in
            try await driver.withLiveMeasurement(of: .heartRate) { readings in
              var count = 0
              for await _ in readings {
                count += 1
                if count == 8 { break }
              }
            }
          }
        }
        do {
          let report = try await session.sync(into: ledger)
          let contents = ColmiRingDriver.read(await recorder.frames, advertisedName: nil)
          try await group.waitForAll()
          return Synced(report: report, contents: contents)
        } catch let error as BluetoothError where error.reason == .radio(.poweredOff) {
          try await group.waitForAll()
          return nil
        }
      }
      let took = clock.now.offset
      home.medium.setFaults(PacketFaultRates())
      let healed = Synced(
        report: try await session.sync(into: ledger),
        contents: ColmiRingDriver.read(await recorder.frames, advertisedName: nil))
      // A ring that still measures sends a reading within half a second, and a sync takes longer.
      if ring.isMeasuring { _ = try await session.sync() }
      let after = ExpectedWeek(SimulatedPerson(seed: week.seed), model: week.model, now: home.time.wallClock)
      return Outcome(
        seed: week.seed, isComplete: attempt.map { isComplete($0, before, after) } ?? true,
        isCompleteAfterwards: isComplete(healed, before, after),
        problem: ring.isMeasuring
          ? "the LEDs are still on" : attempt.flatMap { problem($0, before, after) } ?? problem(healed, before, after),
        took: took)
    }
  }

  /// A report, and what the frames of the session contain.
  private struct Synced: Sendable {
    let report: SyncReport
    let contents: SessionContents
    /// The readings of logs in ``contents``, decoded once.
    let readings: Readings

    init(report: SyncReport, contents: SessionContents) {
      self.report = report
      self.contents = contents
      readings = contents.logReadings
    }
  }

  private func isComplete(_ synced: Synced, _ before: ExpectedWeek, _ after: ExpectedWeek) -> Bool {
    let report = synced.report
    let readings = synced.readings
    return report.missed.isEmpty && report.unsupported.isEmpty && before.values.isSubset(of: readings.values)
      && before.sleeps.isSubset(of: readings.sleeps)
  }

  /// Checks what must not happen even after faults: invented or duplicate samples, and a sync that calls itself complete
  /// without all data.
  private func problem(_ synced: Synced, _ before: ExpectedWeek, _ truth: ExpectedWeek) -> String? {
    if synced.report.missed.isEmpty, synced.report.unsupported.isEmpty, !isComplete(synced, before, truth) {
      return "data is missing without a word"
    }
    let readings = synced.readings
    let values = readings.values
    for part in [readings] + synced.contents.statements.map(\.readings) {
      if Set(part.values).count != part.values.count { return "duplicate sample" }
      if Set(part.sleeps).count != part.sleeps.count { return "duplicate night" }
    }
    if let wrong = values.first(where: { !truth.values.contains($0) }) { return "invented: \(wrong)" }
    if let wrong = readings.sleeps.first(where: { !truth.sleeps.contains($0) }) { return "invented: \(wrong)" }
    return nil
  }

  /// 1000 in `make prove long-tests`; fewer under a sanitizer, which is ten times slower.
  private static let weeks = ProcessInfo.processInfo.environment["HALO_WEEKS"].flatMap { UInt64($0) } ?? 100

  @Test
  func `syncs all bad weeks at once, without lost or duplicate data or LEDs left on`() async throws {
    let outcomes = try await withThrowingTaskGroup(of: [Outcome].self) { group in
      for lane in 0..<4 as Range<UInt64> {
        group.addTask {
          var outcomes: [Outcome] = []
          for seed in stride(from: lane + 1, through: Self.weeks, by: 4) {
            outcomes.append(try await live(through: BadWeek(seed: seed)))
          }
          return outcomes
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(outcomes.count == Int(Self.weeks))
    #expect(outcomes.filter { !$0.isComplete }.map(\.seed) == [])
    #expect(outcomes.filter { !$0.isCompleteAfterwards }.map(\.seed) == [])
    for outcome in outcomes { #expect(outcome.problem == nil, "week \(outcome.seed)") }
    #expect(outcomes.map(\.took).max()! < .seconds(600), "a sync hangs")
  }

  @Test(arguments: [VirtualRingModel.r02Old, .r10, .r12], 1...9)
  func `fetches again what a restart put in doubt, at every next break`(model: VirtualRingModel, place: Int)
    async throws
  {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let ring = home.ring(model, seed: 5)
      let (medium, device, recorder) = (home.medium, ring.profile.device, FrameList())
      await medium.add(ring)
      let session = WearableSession<ColmiRingDriver>(
        radio: medium.central(), device: device, label: "ring", environment: home.driver, recorder: recorder)
      let expected = ExpectedWeek(SimulatedPerson(seed: 5), model: model, now: home.time.wallClock)
      let (breaks, point) = AsyncStream<Bool>.makeStream()
      let count = Mutex(0)
      medium.watchWrites { _, _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 20 || number == 20 + place { point.yield(number == 20) }
      }
      let report = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await isRestart in breaks {
            if isRestart { ring.restart() }
            await medium.dropLink(of: device)
          }
        }
        defer { group.cancelAll() }
        return try await session.sync()
      }
      #expect(count.withLock(\.self) > 20 + place, "no second break")
      let contents = ColmiRingDriver.read(await recorder.frames, advertisedName: nil)
      #expect(report.missed == [])
      #expect(isComplete(Synced(report: report, contents: contents), expected, expected))
    }
  }

  @Test func `leaves the ring idle and disconnected after cancellation at any packet`() async throws {
    let count = try await packets(cancellingAt: nil)
    #expect(count > 150)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 1...4 {
        group.addTask {
          for number in stride(from: lane, through: count, by: 4) { _ = try await packets(cancellingAt: number) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Runs a session with a sync, a live measurement and a raw stream, and returns its number of packets.
  private func packets(cancellingAt number: Int?) async throws -> Int {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      let (medium, device) = (home.medium, ring.profile.device)
      await medium.add(ring)
      let session = WearableSession<ColmiRingDriver>(
        radio: medium.central(), device: device, label: "ring", environment: home.driver, recorder: FrameList())
      // Child tasks stay in the simulation; Control-C cancels them the same way.
      let (cancellations, cancel) = AsyncStream<Void>.makeStream()
      medium.watchPackets { if $0 == number { cancel.yield() } }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await session.once { driver in
            _ = try await driver.sync(SyncRequest(days: 2))
            try await driver.withLiveMeasurement(of: .heartRate) { readings in
              for await reading in readings where ring.isMeasuring && reading.beatIntervalMilliseconds != nil { return }
            }
            try await driver.withRawStream { readings in
              var count = 0
              for await _ in readings {
                count += 1
                if count == 6 { return }
              }
            }
          }
        }
        group.addTask { for await _ in cancellations { return } }
        await group.next()
        group.cancelAll()
      }
      #expect(!ring.isMeasuring, "canceled at packet \(number ?? 0): the LEDs are on")
      #expect(await !medium.isConnected(device), "canceled at packet \(number ?? 0): the link is open")
      return medium.packetCount
    }
  }
}
