import HaloText
import HaloTesting
import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Sync of a week")
struct SyncTests {
  private static let morning = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 10 * 60 + 16)

  private func expectWeek(
    _ model: VirtualRingModel, seed: UInt64, settings: LinkSettings = LinkSettings()
  ) async throws -> SyncReport {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8), seed: seed, settings: settings)
      let before = ExpectedWeek(SimulatedPerson(seed: seed), model: model, now: home.time.wallClock)
      let (report, readings) = try await home.sync(home.ring(model, seed: seed))
      let after = ExpectedWeek(SimulatedPerson(seed: seed), model: model, now: home.time.wallClock)
      let values = readings.values
      if before.values == after.values {
        #expect(Set(values) == after.values, "\(model.name), seed \(seed)")
      } else {
        // Over a slow link the sync takes minutes, in which new values are added.
        #expect(before.values.isSubset(of: values) && after.values.isSuperset(of: values))
      }
      #expect(values.count == Set(values).count, "duplicate value: \(model.name), seed \(seed)")
      #expect(Set(readings.sleeps) == after.sleeps)
      #expect(readings.sleeps.count == after.sleeps.count)
      return report
    }
  }

  /// More in 'make prove long-tests'.
  private static let seedCount: UInt64 = ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] == nil ? 20 : 100

  @Test(arguments: VirtualRingModel.all)
  func `equals the simulated person's data, sample by sample, for each seed`(model: VirtualRingModel) async throws {
    for seed in 1...Self.seedCount {
      let report = try await expectWeek(model, seed: seed)
      #expect(report.identity.hardware == model.hardware)
      #expect(report.identity.firmware == model.firmware)
      #expect(report.identity.wantsBond == model.wantsBond)
      #expect(report.battery.map { (1...100).contains($0.percent) } == true)
      #expect(report.settings.first == .init(.heartRate, isEnabled: true, intervalMinutes: model.heartRateInterval))
      #expect(report.unsupported.isEmpty)
    }
  }

  @Test func `requests nights in the older form from early firmware, and reports all of them`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let recorder = FrameList()
      let (_, readings) = try await home.sync(home.ring(.r02Old, seed: 4), recorder: recorder)
      let asked = await recorder.frames.filter { $0.direction == .sent && $0.bytes.starts(with: [0xBC, 0x27]) }
      #expect(asked.map(\.bytes) == [[0xBC, 0x27, 0x01, 0x00, 0xFF, 0x00, 0xFF]])
      let wearer = SimulatedPerson(seed: 4)
      let lived = (0..<7).reversed().map { wearer.day(Self.morning.date.adding(days: -$0)).night }
      #expect(readings.nights.map(\.stages) == lived.map(\.stages))
      #expect(readings.nights.allSatisfy { $0.kind == .night })
      #expect(readings.nights.map { $0.end.time.minutes } == lived.map(\.end))
    }
  }

  @Test(arguments: [7.5, 15, 30, 50, 120, 500], [(mtu: 23, packets: 1), (23, 6), (247, 1), (247, 6)])
  func `has the same result over any link`(interval: Double, link: (mtu: Int, packets: Int)) async throws {
    let settings = LinkSettings(
      connectionInterval: .microseconds(Int64(interval * 1000)), packetsPerEvent: link.packets, mtu: link.mtu)
    for model in [VirtualRingModel.r10, .r12] { _ = try await expectWeek(model, seed: 7, settings: settings) }
  }

  @Test func `sends the same frames every time`() async throws {
    func frames() async throws -> [RecordedFrame] {
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
        let recorder = FrameList()
        _ = try await home.sync(home.ring(.r12, seed: 3), recorder: recorder)
        return await recorder.frames
      }
    }
    let first = try await frames()
    #expect(first.count > 200)
    for _ in 0..<3 { #expect(try await frames() == first) }
  }

  @Test func `names unsupported and unanswered logs, and fetches the rest`() async throws {
    try await Simulation.run { clock in
      var model = VirtualRingModel.r12
      model.unansweredCommands = [0x39]
      model.refused = [0x37]
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let (report, readings) = try await home.sync(home.ring(model, seed: 5))
      #expect(Set(report.unsupported) == ["stress", "hrv"])
      #expect(!readings.samples.contains { $0.metric == .stress || $0.metric == .heartRateVariability })
      #expect(readings.samples.contains { $0.metric == .heartRate })
      // The timeout was waited for once, not for each day.
      #expect(clock.now.offset < .seconds(30))
    }
  }

  @Test func `every reading has the numbers of its frames`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let recorder = FrameList()
      let (report, readings) = try await home.sync(home.ring(.r10, seed: 9), recorder: recorder)
      let frames = await recorder.frames
      for sample in readings.samples {
        var decoder = ColmiRing.ReceivedDecoder()
        var again: [Double] = []
        let ofSample = sample.provenance.frames.map { frames[$0] }
        for frame in ofSample {
          decoder.receive(frame.bytes) { message, _ in
            let readings = message.entry(today: report.today, frames: [])?.readings ?? Readings()
            again += readings.samples.filter { $0.metric == sample.metric && $0.start == sample.start }.map(\.value)
          }
        }
        #expect(again == [sample.value])
        #expect(ofSample.allSatisfy { $0.direction == .received })
      }
      #expect(frames.contains { $0.direction == .sent })
    }
  }

  @Test func `sets the ring's clock to local time, in the current time zone`() async throws {
    for hoursEast in [-8, 0, 5, 12] {
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(hoursEast))
        let recorder = FrameList()
        let report = try await home.sync(home.ring(.r02New, seed: 2), recorder: recorder).report
        let first = try #require(await recorder.frames.first { $0.direction == .sent && $0.bytes[0] == 1 })
        let packet = try #require(ColmiRing.Packet(first.bytes))
        guard case .setTime(let time, _) = ColmiRing.Request(packet) else {
          Issue.record("the first request does not set the time")
          return
        }
        #expect(time.date == Self.morning.date)
        #expect(time.time.hour == 10)
        #expect(first.secondsFromGMT == hoursEast * 3600)
        #expect(report.zone == home.time.zone)
      }
    }
  }

  @Test(arguments: 0..<12)
  func `across midnight has no duplicate and no wrong day`(tenths: Int) async throws {
    try await Simulation.run { clock in
      let evening = WallClock(date: Self.morning.date, secondOfDay: 86_400 - 8)
      let home = SimulatedEnvironment(clock, start: evening, zone: .hoursEast(8))
      try await clock.sleep(for: .milliseconds(500 * tenths))
      let (_, readings) = try await home.sync(home.ring(.r12, seed: 6))
      let before = ExpectedWeek(SimulatedPerson(seed: 6), model: .r12, now: evening)
      let after = ExpectedWeek(SimulatedPerson(seed: 6), model: .r12, now: home.time.wallClock)
      let values = Set(readings.values)
      // The ring drops its oldest day at midnight; all received values are correct.
      #expect(values.isSubset(of: before.values.union(after.values)))
      #expect(values.isSuperset(of: before.values.intersection(after.values)))
      #expect(Set(readings.sleeps).isSubset(of: before.sleeps.union(after.sleeps)))
    }
  }

  @Test func `has the timing of a captured ring: a day of heart rates in 0.42 s, an answer in 85 to 95 ms`()
    async throws
  {
    try await Simulation.run { clock in
      let settings = LinkSettings(connectionInterval: .microseconds(7500), packetsPerEvent: 6, mtu: 247)
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8), settings: settings)
      let recorder = FrameList()
      _ = try await home.sync(home.ring(.r12, seed: 1), recorder: recorder)
      let frames = await recorder.frames.filter { $0.characteristic.description.hasPrefix("6E40000") }
      func time(_ frame: RecordedFrame?) throws -> Double { try #require(frame).time.timeIntervalSince1970 }
      for (index, request) in frames.enumerated() where request.direction == .sent {
        let answer = frames[index...].filter { $0.direction == .received && $0.bytes[0] == request.bytes[0] }
        let latency = try time(answer.first) - request.time.timeIntervalSince1970
        #expect((0.085...0.125).contains(latency))
      }
      let request = try #require(frames.firstIndex { $0.direction == .sent && $0.bytes[0] == 0x15 })
      let log = frames[request...].filter { $0.direction == .received && $0.bytes[0] == 0x15 }.prefix(24)
      #expect(log.count == 24)
      #expect((0.38...0.46).contains(try time(log.last) - frames[request].time.timeIntervalSince1970))
    }
  }

  @Test func `progress never decreases, and ends with the total`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let log = ProgressLog()
      _ = try await home.sync(home.ring(.r12, seed: 2)) { log.add($0) }
      let steps = log.steps
      #expect(steps.map(\.done) == Array(1...steps.count))
      #expect(Set(steps.map(\.total)).count == 1)
      #expect(steps.last?.done == steps.last?.total)
    }
  }
}
