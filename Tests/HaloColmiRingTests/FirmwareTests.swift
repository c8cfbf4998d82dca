import HaloText
import Foundation
import HaloBluetooth
@testable import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("Differences between firmware")
struct FirmwareTests {
  static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
  struct Failure: Error {}

  /// Connects to `ring` once, and calls `body` with its driver.
  @discardableResult
  func withDriver<Result: Sendable>(
    _ ring: some VirtualPeripheral, recorder: FrameList = FrameList(),
    _ body: @Sendable (ColmiRingDriver, SimulatedEnvironment) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      await home.medium.add(ring)
      return try await session(home, ring, recorder).once { try await body($0, home) }
    }
  }

  func session(
    _ home: SimulatedEnvironment, _ ring: some VirtualPeripheral, _ recorder: FrameList = FrameList()
  ) -> WearableSession<ColmiRingDriver> {
    WearableSession(
      radio: home.central, device: ring.profile.device, label: "ring", environment: home.driver, recorder: recorder)
  }

  /// Calls `body`, cancels it after some time, and returns the error that it threw.
  func cancelling(
    after time: Duration, _ home: SimulatedEnvironment, _ body: @escaping @Sendable () async throws -> Void
  ) async -> (any Error)? {
    await withTaskGroup(of: (any Error)?.self) { group in
      group.addTask {
        do { try await body() } catch { return error }
        return nil
      }
      try? await home.clock.sleep(for: time)
      group.cancelAll()
      return await group.next() ?? nil
    }
  }

  @Test func `every captured frame in the documentation's table of differences is also a test vector`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/colmi-ring.md")
    let shown = try String(contentsOf: page, encoding: .utf8).matches(of: /\| `([0-9a-f]+)…` \|\n/).map(\.output.1)
    #expect(shown.count == 3)
    let captured = Vector.all.flatMap(\.frames).map(Hexadecimal.string)
    for vector in shown { #expect(captured.contains { $0.hasPrefix(vector) }, "\(vector)") }
  }

  // MARK: H59MA firmware

  @Test func `without a revision, H59MA firmware is recognized by its answer to 3C`() async throws {
    let ring = ScriptedRing(
      .init(hardware: nil, rawStops: [5]) { $0.command == 0x3C ? [ColmiRing.DeviceSupport.fixed.packet] : nil })
    try await withDriver(ring) { driver, _ in
      try await driver.withRawStream { for await _ in $0.prefix(3) {} }
      #expect(!ring.isStreaming)
      #expect(try await driver.identify().wantsBond == nil)
    }
    #expect(ring.written.filter { $0[0] == 0xA1 }.map { $0[1] } == [4, 5])
  }

  @Test func `H59MA firmware with another block in 3C has no features from it either`() async throws {
    let support = ColmiRing.DeviceSupport(wantsBond: true, features: [.intervalTemperature])
    let ring = ScriptedRing(
      .init(hardware: "H59MA_V1.1", capabilities: [.temperature, .newSleepProtocol]) { packet in
        packet.command == 0x3C ? [support.packet] : nil
      })
    try await withDriver(ring) { driver, _ in
      #expect(try await driver.identify().wantsBond == nil)
      _ = try await driver.sync(SyncRequest())
    }
    let asked = Set(ring.written.compactMap { ColmiRing.BigData(frame: $0)?.id })
    #expect(asked.contains(0x25) && !asked.contains(0x77))
  }

  @Test func `on H59MA firmware, 38 is stress, and HRV is not written`() async throws {
    try await withDriver(VirtualColmiRing(.h59, wearer: SimulatedPerson(seed: 2)) { Self.noon }) { driver, _ in
      let settings = try await driver.settings().map(\.quantity)
      #expect(settings.contains(.stress) && !settings.contains(.heartRateVariability))
      #expect(try await !driver.configure(AutomaticMeasurement(.stress, isEnabled: false)).isEnabled)
      await #expect(throws: ConfigurableError.self) {
        try await driver.configure(AutomaticMeasurement(.heartRateVariability, isEnabled: true))
      }
    }
  }

  // MARK: Live results

  /// Returns the states of a live measurement, without repetitions.
  private func states(_ firmware: ScriptedRing.Firmware, of quantity: Metric) async throws -> [LiveReading.State] {
    try await withDriver(ScriptedRing(firmware)) { driver, home in
      let start = home.clock.now
      return try await driver.withLiveMeasurement(of: quantity) { stream in
        var states: [LiveReading.State] = []
        for await reading in stream {
          if states.last != reading.state { states.append(reading.state) }
          if home.clock.now >= start.advanced(by: .seconds(4)) { break }
        }
        return states
      }
    }
  }

  @Test func `decodes result 2 as not worn on RT firmware, and as no data elsewhere`() async throws {
    let live: [ColmiRing.RealTime] = [
      .init(of: .heartRate, status: .measuring), .init(of: .heartRate, status: .noData),
    ]
    #expect(try await states(.init(hardware: "RT08_V3.1", live: live), of: .heartRate) == [.warmingUp, .notWorn])
    #expect(try await states(.init(hardware: "R02_V3.0", live: live), of: .heartRate) == [.warmingUp, .noData])
  }

  @Test func `decodes result 1 of stress as not worn before a score, and as complete after it`() async throws {
    let score = ColmiRing.RealTime(of: .stress, status: .ok, value: 33)
    let notWorn = ColmiRing.RealTime(of: .stress, status: .notWorn)
    #expect(try await states(.init(live: [score, notWorn]), of: .stress) == [.value(33)])
    #expect(try await states(.init(live: [notWorn, score]), of: .stress) == [.notWorn, .value(33)])
    let heart = ColmiRing.RealTime(of: .heartRate, status: .ok, value: 70)
    let off = ColmiRing.RealTime(of: .heartRate, status: .notWorn)
    #expect(try await states(.init(live: [heart, off]), of: .heartRate) == [.value(70), .notWorn])
  }

  @Test func `decodes the same live samples from the journal as live, for any results`() async throws {
    let recorder = FrameList()
    let live: [ColmiRing.RealTime] = [
      .init(of: .stress, status: .notWorn), .init(of: .stress, status: .ok, value: 33),
      .init(of: .stress, status: .noData), .init(of: .stress, status: .notWorn),
    ]
    let values = try await withDriver(ScriptedRing(.init(live: live)), recorder: recorder) { driver, home in
      let start = home.clock.now
      return try await driver.withLiveMeasurement(of: .stress) { stream in
        var values: [Double] = []
        for await reading in stream {
          if case .value(let value) = reading.state { values.append(value) }
          if home.clock.now >= start.advanced(by: .seconds(2)) { break }
        }
        return values
      }
    }
    let read = ColmiRingDriver.read(await recorder.frames, advertisedName: nil)
    #expect(values == [33])
    #expect(read.statements.flatMap(\.readings.samples).filter { $0.metric == .stress }.map(\.value) == values)
  }

  // MARK: Logs

  @Test(arguments: [nil, 2] as [UInt8?])
  func `requests each day of interval temperature if supported, once more after a lost answer`(lost: UInt8?)
    async throws
  {
    let isLost = Mutex(lost != nil)
    var firmware = ScriptedRing.Firmware(capabilities: [.temperature, .newSleepProtocol])
    firmware.answer = { packet in
      switch ColmiRing.Request(packet) {
      case .deviceSupport: [ColmiRing.DeviceSupport(wantsBond: false, features: [.intervalTemperature]).packet]
      default: [ColmiRing.Packet(packet.command, [0xFF])]
      }
    }
    firmware.bigData = { data in
      guard data.id == 0x77 else { return [ColmiRing.BigData(id: data.id, payload: [])] }
      // It stores three days, and does not answer for older ones.
      guard let daysAgo = data.payload.first, daysAgo < 3 else { return [] }
      if daysAgo == lost, isLost.withLock({ exchange(&$0, with: false) }) { return [] }
      return [ColmiRing.IntervalTemperature(daysAgo: Int(daysAgo), slots: [0, 3626, 3600 + UInt16(daysAgo)]).bigData]
    }
    let (ring, recorder) = (ScriptedRing(firmware), FrameList())
    let report = try await withDriver(ring, recorder: recorder) { driver, _ in try await driver.sync(SyncRequest()) }
    let sent = ring.written.compactMap { ColmiRing.BigData(frame: $0) }
    #expect(!sent.contains { $0.id == 0x25 })
    let days: [UInt8] = lost == nil ? [0, 1, 2, 3, 3] : [0, 1, 2, 2, 3, 3]
    #expect(sent.filter { $0.id == 0x77 }.map(\.payload) == days.map { [$0, 0] })
    #expect(report.missed.isEmpty && !report.unsupported.contains("skin temperature at intervals"))
    let samples = ColmiRingDriver.read(await recorder.frames, advertisedName: nil).readings.samples
      .filter { $0.metric == .skinTemperature }
    #expect(samples.map(\.value) == [36.26, 36, 36.26, 36.01, 36.26, 36.02])
    #expect(samples.map(\.start.date) == [0, 0, 1, 1, 2, 2].map { report.today.adding(days: -$0) })
    #expect(samples.prefix(2).map(\.start.time.description) == ["01:00", "02:00"])
  }

  @Test func `requests only the older log from a ring without interval temperature`() async throws {
    var firmware = ScriptedRing.Firmware(capabilities: [.temperature, .newSleepProtocol])
    firmware.answer = { [ColmiRing.Packet($0.command, [0xFF])] }
    let ring = ScriptedRing(firmware)
    try await withDriver(ring) { driver, _ in _ = try await driver.sync(SyncRequest()) }
    let ids = ring.written.compactMap { ColmiRing.BigData(frame: $0)?.id }
    #expect(ids.contains(0x25) && !ids.contains(0x77))
  }

  @Test func `syncs a ring without the big-data service, and names the missing logs`() async throws {
    var firmware = ScriptedRing.Firmware(capabilities: [.spo2, .newSleepProtocol], hasBigData: false)
    firmware.answer = { [ColmiRing.Packet($0.command, [0xFF])] }
    let report = try await withDriver(ScriptedRing(firmware)) { driver, _ in try await driver.sync(SyncRequest()) }
    #expect(report.unsupported == [.sleep, "spo2"])
    #expect(report.missed.isEmpty && report.interruption == nil)
    #expect(
      report.notKept(by: ColmiRingDriver.family)?.english
        == "No history of sleep and SpO₂: the device's firmware does not store it.")
  }

  /// Returns the duration of a week's sync, its report, and its readings.
  private func week(_ model: VirtualRingModel) async throws -> (Duration, SyncReport, Readings) {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let (report, readings) = try await home.sync(home.ring(model, seed: 5))
      return (clock.now.offset, report, readings)
    }
  }

  @Test func `syncs the week of an R08 and of an R03 at most ten seconds slower than that of an R12`() async throws {
    let (usual, complete, _) = try await week(.r12)
    #expect(complete.unsupported.isEmpty)
    // A ring that stores logs, in addition to the R03, which stores none.
    var silent = VirtualRingModel.r12
    silent.answersBigData = false
    silent.refused.formUnion([0x36, 0x37, 0x38, 0x39, 0x3C])
    for model in [VirtualRingModel.r08, .r03, silent] {
      let (took, report, readings) = try await week(model)
      #expect(took <= usual + .seconds(10), "\(model.name): \(took) against \(usual)")
      #expect(report.missed.isEmpty && report.interruption == nil)
      #expect(Set(report.unsupported).isSuperset(of: [.sleep, "spo2"]), "\(model.name)")
      #expect(
        report.notKept(by: ColmiRingDriver.family)?.english.hasSuffix("the device's firmware does not store it.")
          == true)
      guard model.keepsLogs else { continue }
      for metric in [Metric.heartRate, .steps] {
        #expect(readings.samples.contains { $0.metric == metric }, "\(model.name)")
      }
    }
  }

  @Test func `refuses a device with Nordic's UART service, which has the same characteristics`() async throws {
    struct Other: VirtualPeripheral {
      let profile = PeripheralProfile(
        device: DeviceID("C3:48:9A:00:00:09"), name: "R08_E601",
        services: [
          Service(
            0xFFF1, from: 0x10, [(ColmiRing.GATT.commandWrite, .write), (ColmiRing.GATT.commandNotify, .notify)])
        ])
      func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] { [] }
      func serve(_ link: VirtualLink) async { await link.waitUntilEnded() }
    }
    await #expect(throws: WearableError.notOfFamily(device: "ring", ColmiRingDriver.family)) {
      try await withDriver(Other()) { _, _ in }
    }
  }

  // MARK: Settings

  @Test func `writes temperature in the short form to firmware that refuses the long one`() async throws {
    var firmware = ScriptedRing.Firmware(capabilities: [.temperature])
    firmware.answer = { packet in
      guard packet.command == 0x3A, packet.bytes[4] == 0 else { return nil }
      return [ColmiRing.AutoMeasurement(of: .temperature, isEnabled: true).packet]
    }
    let ring = ScriptedRing(firmware)
    let requested = AutomaticMeasurement(.skinTemperature, isEnabled: true)
    #expect(try await withDriver(ring) { driver, _ in try await driver.configure(requested) } == requested)
    let frames = ring.written.filter { $0[0] == 0x3A }.map { Hexadecimal.string($0.prefix(8)) }
    #expect(frames == ["3a0302011e050a00", "3a03020100000000", "3a03010000000000"])
  }

  @Test func `reports a goal below 100 steps that the ring confirms but does not store`() async throws {
    let stored = ColmiRing.Goals(steps: 5000, calories: 300_000, meters: 3000, sportMinutes: 30, sleepMinutes: 480)
    var firmware = ScriptedRing.Firmware()
    firmware.answer = { packet in
      guard packet.command == 0x21 else { return nil }
      return packet.bytes[1] == 2 ? ColmiRing.Acknowledged(command: 0x21).map { [$0.packet] } : [stored.packet]
    }
    let error = await #expect(throws: ConfigurableError.self) {
      try await withDriver(ScriptedRing(firmware)) { driver, _ in
        try await driver.setGoals(
          DailyGoals(steps: 50, kilocalories: 300, meters: 3000, sportMinutes: 30, sleepMinutes: 480))
      }
    }
    #expect(
      error?.description == """
        ring confirmed the setting 'goals' but did not store it: 50 steps, 300 kcal, 3,000 m, 30 min of sport, 480 min of sleep was \
        requested, and it is still 5,000 steps, 300 kcal, 3,000 m, 30 min of sport, 480 min of sleep. Rings do not store goals \
        below 100 steps: choose 100 or more.
        """)
  }
}
