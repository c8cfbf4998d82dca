import HaloTesting
import HaloBluetooth
import HaloCaptures
import HaloColmiRing
import HaloDrivers
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

/// A capture in memory.
final class MemoryCapture: Sendable {
  private let state = Mutex<[UInt8]>([])

  var bytes: [UInt8] { state.withLock { $0 } }

  func writer(_ time: WallTime) -> CaptureWriter {
    CaptureWriter(time: time) { bytes in self.state.withLock { $0 += bytes } }
  }

  /// Returns the conversation with the only device in the capture.
  func conversation() throws -> CapturedConversation {
    let survey = try CaptureSurvey(CaptureReader(bytes), registry: .bundled)
    return try CapturedConversation(CaptureReader(bytes), survey, device: #require(survey.devices.first))
  }
}

@Suite("A captured device")
struct CapturedRingTests {
  private let evening = WallClock(
    date: CalendarDate(year: 2026, month: 11, day: 20) ?? .init(daysSince1970: 0), minuteOfDay: 1200)

  /// The report and the readings of a sync.
  private struct Synced: Sendable {
    let report: SyncReport
    let readings: Readings
  }

  /// Syncs a ring, and reads the recorded frames.
  private func sync(_ device: DeviceID, _ radio: some Central, _ environment: DriverEnvironment) async throws -> Synced
  {
    let recorder = FrameList()
    let session = WearableSession<ColmiRingDriver>(
      radio: radio, device: device, label: "ring", environment: environment, recorder: recorder)
    let report = try await session.once { try await $0.sync(SyncRequest()) }
    return Synced(
      report: report, readings: ColmiRingDriver.read(await recorder.frames, advertisedName: nil).logReadings)
  }

  /// Syncs a ring over a captured radio. Returns the result and the capture.
  private func record(_ model: VirtualRingModel, seed: UInt64) async throws -> (Synced, MemoryCapture) {
    let capture = MemoryCapture()
    let evening = evening
    let synced = try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: evening, zone: .hoursEast(8), seed: seed)
      let ring = home.ring(model, seed: seed)
      await home.medium.add(ring)
      let radio = CapturingCentral(home.medium.central(), capture.writer(home.time))
      return try await sync(ring.profile.device, radio, home.driver)
    }
    return (synced, capture)
  }

  @Test(arguments: VirtualRingModel.all)
  func `a recorded sync of every model can be replayed with the same results`(_ model: VirtualRingModel) async throws {
    let (original, capture) = try await record(model, seed: 7)
    let conversation = try capture.conversation()
    #expect(try conversation.secondsFromGMT(at: #require(conversation.start)) == 8 * 3600)
    let evening = evening
    let replayed = try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: evening, zone: .hoursEast(8), seed: 3)
      let device = ReplayedDevice(conversation)
      await home.medium.add(device)
      return try await sync(device.profile.device, home.central, home.driver)
    }
    #expect(replayed.report.identity == original.report.identity)
    #expect(replayed.readings.samples.count == original.readings.samples.count)
    #expect(replayed.readings.samples.map(\.value) == original.readings.samples.map(\.value))
    #expect(replayed.readings.nights.map(\.stages) == original.readings.nights.map(\.stages))
  }

  @Test func `a recording has each frame once, in order`() async throws {
    let (_, capture) = try await record(.r12, seed: 11)
    let frames = try capture.conversation().links.joined()
    let times = frames.map(\.time)
    #expect(times == times.sorted())
    // The two subscriptions are descriptor writes, not frames. The first frame must not be a push of the ring.
    #expect(frames.first?.direction == .sent)
    #expect(frames.filter { $0.bytes.first == 0x01 && $0.direction == .sent }.count == 1)
  }

  @Test func `unprompted values are replayed from the subscription on, with their timing`() async throws {
    // Heart rates every 400 ms, beginning before the subscription.
    let capture = MemoryCapture()
    let strap = Strap(count: 20, every: .milliseconds(400))
    _ = try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: WallClock(secondsSince1970: 1_800_000_000), zone: .hoursEast(8))
      await home.medium.add(strap)
      let radio = CapturingCentral(home.medium.central(), capture.writer(home.time))
      return try await listen(radio, strap.profile.device, clock, for: .seconds(20))
    }
    let conversation = try capture.conversation()
    let received = try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: WallClock(secondsSince1970: 1_800_000_000), zone: .hoursEast(8))
      let device = ReplayedDevice(conversation)
      await home.medium.add(device)
      return try await listen(home.medium.central(), device.profile.device, clock, for: .seconds(20))
    }
    #expect(received.map(\.bytes) == (0..<20).map { [0, UInt8(60 + $0)] })
    let gaps = zip(received.dropFirst(), received).map { $0.time.duration(to: $1.time) * -1 }
    #expect(gaps.allSatisfy { $0 > .milliseconds(350) && $0 < .milliseconds(450) })
  }

  private struct TimedValue: Sendable {
    let time: SimulatedClock.Instant
    let bytes: [UInt8]
  }

  private func listen(
    _ radio: any Central, _ device: DeviceID, _ clock: SimulatedClock, for limit: Duration
  ) async throws -> [TimedValue] {
    try await radio.withConnection(to: device, label: "strap", timeout: .seconds(10)) { connection in
      let services = try await connection.services()
      guard let characteristic = services.characteristic(0x2A37) else { return [] }
      try await clock.sleep(for: .seconds(3))
      let values = try await connection.notifications(of: characteristic)
      return try await withThrowingTaskGroup(of: [TimedValue]?.self) { group in
        let received = SharedList<TimedValue>()
        group.addTask {
          for try await value in values { received.append(TimedValue(time: clock.now, bytes: value.bytes)) }
          return nil
        }
        group.addTask {
          try await clock.sleep(for: limit)
          return received.all
        }
        defer { group.cancelAll() }
        while let result = try await group.next() { if let result { return result } }
        return received.all
      }
    }
  }

  @Test func `a request that is not in the capture gets no answer`() async throws {
    let (_, capture) = try await record(.r12, seed: 7)
    let conversation = try capture.conversation()
    let evening = evening
    await #expect(throws: WearableError.self) {
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: evening, zone: .hoursEast(8))
        let device = ReplayedDevice(conversation)
        await home.medium.add(device)
        return try await home.medium.central().withConnection(
          to: device.profile.device, label: "ring", timeout: .seconds(10)
        ) {
          try await ColmiRingDriver.withDriver(over: $0, home.driver) {
            try await $0.withLiveMeasurement(of: .heartRate) { _ in }
          }
        }
      }
    }
  }
}

/// A list that several tasks append to.
final class SharedList<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])
  var all: [Element] { list.withLock { $0 } }
  func append(_ element: Element) { list.withLock { $0.append(element) } }
}

/// A strap that sends heart rates once a program has subscribed.
private struct Strap: VirtualPeripheral {
  let count: Int
  let every: Duration
  let profile = PeripheralProfile(
    device: DeviceID("C0:11:22:33:44:55"), name: "Strap",
    services: [
      Service(
        uuid: 0x180D,
        characteristics: [Characteristic(uuid: 0x2A37, service: 0x180D, instance: 1, properties: [.notify])])
    ])

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  func serve(_ link: VirtualLink) async {
    await link.waitUntilSubscribed(to: 0x2A37)
    for number in 0..<count {
      await link.notify([0, UInt8(60 + number)], on: 0x2A37)
      guard (try? await link.clock.sleep(for: every)) != nil else { return }
    }
  }
}

@Suite("Time zones and names in a capture")
struct CaptureFactsTests {
  @Test func `each link has the time zone that its phone set on the ring`() async throws {
    let capture = MemoryCapture()
    // The same ring, synced at home and a week later eight hours farther west.
    try await Simulation.run { clock in
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 4)) { WallClock(secondsSince1970: 1_795_000_000) }
      for (hours, start) in [(0, 1_795_000_000), (-8, 1_795_600_000)] {
        let home = SimulatedEnvironment(
          clock, start: WallClock(secondsSince1970: start + hours * 3600), zone: .hoursEast(hours))
        await home.medium.add(ring)
        let radio = CapturingCentral(home.medium.central(), capture.writer(home.time))
        _ = try await radio.withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(10)) {
          try await ColmiRingDriver.withDriver(over: $0, home.driver) { try await $0.identify() }
        }
      }
    }
    let conversation = try capture.conversation()
    #expect(conversation.links.count == 2)
    let offsets = conversation.links.map { link in link.last.flatMap { conversation.secondsFromGMT(at: $0.time) } }
    #expect(offsets == [0, -8 * 3600])
  }

  @Test func `handles are recognized by their traffic if the phone had cached the services`() async throws {
    let capture = MemoryCapture()
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: WallClock(secondsSince1970: 1_795_000_000), zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 4)
      await home.medium.add(ring)
      let radio = CapturingCentral(home.medium.central(), capture.writer(home.time))
      _ = try await radio.withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(10)) {
        try await ColmiRingDriver.withDriver(over: $0, home.driver) { try await $0.sync(SyncRequest()) }
      }
    }
    let known = try capture.conversation()
    // The same capture without discovery, whose responses have these four opcodes.
    var cached = Btsnoop.header(.h4)
    var reader = try CaptureReader(capture.bytes)
    try reader.forEach { record in
      let isDiscovery =
        record.kind == .acl && record.bytes.count > 8
        && [5, 7, 9, 17].contains(record.bytes[record.bytes.startIndex + 8])
      guard !isDiscovery, let time = record.time, let direction = record.direction else { return }
      cached += Btsnoop.record(record.kind, record.bytes, direction, at: time)
    }
    let survey = try CaptureSurvey(CaptureReader(cached), registry: .bundled)
    let device = try #require(survey.devices.first)
    let conversation = try CapturedConversation(CaptureReader(cached), survey, device: device)
    let uuids = Set(ColmiRing.Conversation.characteristics.map(\.uuid))
    func own(_ conversation: CapturedConversation) -> [CapturedFrame] {
      conversation.links.joined().filter { uuids.contains($0.characteristic) }
    }
    #expect(own(conversation).map(\.bytes) == own(known).map(\.bytes))
    #expect(own(conversation).map(\.characteristic) == own(known).map(\.characteristic))
    #expect(device.families.map(\.id) == ["colmi-ring"])
  }

  @Test func `a replayed measurement can be stopped earlier than the original`() async throws {
    let capture = MemoryCapture()
    let start = WallClock(secondsSince1970: 1_795_000_000)
    @Sendable func measure(_ radio: any Central, _ device: DeviceID, _ home: SimulatedEnvironment, count: Int)
      async throws
      -> Duration
    {
      try await radio.withConnection(to: device, label: "ring", timeout: .seconds(10)) { connection in
        try await ColmiRingDriver.withDriver(over: connection, home.driver) { driver in
          try await driver.withLiveMeasurement(of: .heartRate) { readings in
            var seen = 0
            for await _ in readings {
              seen += 1
              if seen == count { break }
            }
          }
          let before = home.clock.now
          _ = try await driver.battery()
          return before.duration(to: home.clock.now)
        }
      }
    }
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: start, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 4)
      await home.medium.add(ring)
      _ = try await measure(
        CapturingCentral(home.medium.central(), capture.writer(home.time)), ring.profile.device, home, count: 200)
    }
    let conversation = try capture.conversation()
    let pause = try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: start, zone: .hoursEast(8))
      let device = ReplayedDevice(conversation)
      await home.medium.add(device)
      let pause = try await measure(home.medium.central(), device.profile.device, home, count: 20)
      try await clock.sleep(for: .seconds(30))
      return pause
    }
    // The device answers the stop and the next request at once, without leftovers of the longer measurement.
    #expect(pause < .seconds(1))
  }
}
