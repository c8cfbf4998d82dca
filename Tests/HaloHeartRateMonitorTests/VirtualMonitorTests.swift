import HaloTesting
import HaloText
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloHeartRateMonitor

@Suite("A heart-rate monitor on the simulated radio")
struct VirtualMonitorTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)

  /// Calls `body` with a virtual monitor and its driver; the recorder has all frames of the link.
  private func withMonitor(
    _ model: VirtualMonitorModel = .strap, isWide: Bool = false, recorder: FrameList = FrameList(),
    _ body: @Sendable (VirtualHeartRateMonitor, HeartRateMonitorDriver, SimulatedEnvironment) async throws -> Void
  ) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let monitor = VirtualHeartRateMonitor(model, seed: 7, isWide: isWide)
      await home.medium.add(monitor)
      let central = home.medium.central()
      try await central.withConnection(to: monitor.profile.device, label: "strap", timeout: .seconds(5)) { connection in
        try await RecordingConnection.with(connection, recorder: recorder, time: home.time) { connection in
          try await HeartRateMonitorDriver.withDriver(over: connection, home.driver) {
            try await body(monitor, $0, home)
          }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `sends a value at once, with every beat, and HRV from 20 differences on`(isWide: Bool) async throws {
    try await withMonitor(isWide: isWide) { monitor, driver, _ in
      let readings = try await driver.withLiveMeasurement(of: .heartRate) { stream in
        var readings: [LiveReading] = []
        for await reading in stream {
          readings.append(reading)
          if readings.count == 60 { break }
        }
        return readings
      }
      for reading in readings {
        guard case .value(let bpm) = reading.state else {
          Issue.record("\(reading.state)")
          continue
        }
        #expect((50...200).contains(bpm))
      }
      let beats = readings.flatMap(\.beatIntervals)
      // The sum of the beat intervals is the elapsed time.
      #expect(abs(beats.reduce(0, +) - 60_000) < 2500)
      #expect(readings.contains { $0.beatIntervals.count == 2 })
      let first = try #require(readings.firstIndex { $0.rmssd != nil })
      #expect(readings[...first].flatMap(\.beatIntervals).count >= 21)
      #expect(readings.compactMap(\.rmssd).allSatisfy { (1...80).contains($0) })
    }
  }

  @Test func `a strap that is taken off has no value, and its HRV starts again without a jump`() async throws {
    try await withMonitor { monitor, driver, _ in
      try await driver.withLiveMeasurement(of: .heartRateVariability) { stream in
        var count = 0
        var states: [LiveReading.State] = []
        for await reading in stream {
          count += 1
          if count == 40 { monitor.setWorn(false) }
          if count == 50 { monitor.setWorn(true) }
          if (41...49).contains(count) { #expect(reading.state == .notWorn && reading.beatIntervals.isEmpty) }
          states.append(reading.state)
          if count == 60 { break }
        }
        #expect(states.first == .warmingUp)
        guard case .value(let value) = states.last else {
          Issue.record("\(String(describing: states.last))")
          return
        }
        #expect(value < 80)
      }
    }
  }

  @Test func `energy increases, and restarts at 0 after a reset`() async throws {
    try await withMonitor { monitor, driver, home in
      try await home.clock.sleep(for: .seconds(120))
      #expect(monitor.kilojoules > 10)
      try await driver.resetEnergy()
      try await home.clock.sleep(for: .seconds(2))
      #expect(monitor.kilojoules < 3)
    }
    try await withMonitor(.polarH10) { _, driver, _ in
      await #expect(throws: ConfigurableError.self) { try await driver.resetEnergy() }
    }
  }

  @Test(arguments: VirtualMonitorModel.allCases)
  func `reports its identity, location and charge`(model: VirtualMonitorModel) async throws {
    let recorder = FrameList()
    try await withMonitor(model, recorder: recorder) { _, driver, _ in
      let report = try await driver.sync()
      #expect(report.identity.firmware == "3.1.1")
      #expect(report.identity.location == (model == .polarSense ? "other" : "chest"))
      #expect(report.battery == BatteryState(percent: 84, isCharging: false))
      #expect(report.identity.capabilities.contains("electrocardiogram") == (model == .polarH10))
      let readings = HeartRateMonitorDriver.read(await recorder.frames, advertisedName: nil).readings
      #expect(readings.samples.allSatisfy { $0.metric == .battery } && report.missed.isEmpty)
    }
  }

  @Test func `the recorded session has the same beats, in order, and the rate`() async throws {
    let recorder = FrameList()
    try await withMonitor(recorder: recorder) { _, driver, _ in
      try await driver.withLiveMeasurement(of: .heartRate) { stream in
        var count = 0
        for await _ in stream {
          count += 1
          if count == 30 { break }
        }
      }
    }
    let contents = HeartRateMonitorDriver.read(await recorder.frames, advertisedName: nil)
    var beats: [(Int, Double)] = []
    for statement in contents.statements {
      guard case .moments(let moments) = statement.clock else { continue }
      for (moment, sample) in zip(moments, statement.readings.samples) where sample.metric == .beatInterval {
        beats.append((moment.milliseconds, sample.value))
      }
    }
    #expect(beats.count > 30)
    for (earlier, later) in zip(beats, beats.dropFirst()) {
      #expect(abs(Double(later.0 - earlier.0) - later.1) <= 1)
    }
  }

  @Test(arguments: [
    (VirtualMonitorModel.polarH10, RawSensor.ecg, 130.0), (.polarH10, .accelerometer, 50), (.polarSense, .ppg, 55),
  ])
  func `a Polar sensor streams at its rate, and is stopped afterwards`(
    model: VirtualMonitorModel, sensor: RawSensor, rate: Double
  ) async throws {
    let recorder = FrameList()
    try await withMonitor(model, recorder: recorder) { monitor, driver, home in
      let end = home.clock.now.advanced(by: .seconds(60))
      try await driver.withRawStream { stream in
        for await reading in stream {
          #expect(reading.delayMilliseconds >= 0 && reading.delayMilliseconds < 1500)
          if case .acceleration(let x, let y, let z) = reading.value {
            #expect(abs((x * x + y * y + z * z).squareRoot() - 1) < 0.5)
          }
          if home.clock.now >= end { break }
        }
        #expect(monitor.isStreaming)
      }
      #expect(!monitor.isStreaming)
    }
    let chunks = HeartRateMonitorDriver.read(await recorder.frames, advertisedName: nil).raw.filter {
      $0.sensor == sensor
    }
    let times = chunks.flatMap { chunk in chunk.offsets.map { chunk.start.milliseconds + Int($0) } }
    let first = try #require(times.first)
    let last = try #require(times.last)
    #expect(abs(Double(times.count - 1) * 1000 / Double(last - first) - rate) < rate * 0.005)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    if sensor == .ecg {
      let peaks = chunks.flatMap(\.values).max()
      #expect(peaks.map { $0 > 900 } == true)
    }
  }

  @Test(arguments: [VirtualMonitorModel.polarH10, .polarSense])
  func `streams that another app left running are stopped and started`(model: VirtualMonitorModel) async throws {
    try await withMonitor(model) { monitor, driver, _ in
      monitor.leaveStreamsRunning()
      let first = try await driver.withRawStream { stream in await stream.first { _ in true } }
      #expect(first != nil)
      if model == .polarSense {
        monitor.leaveStreamsRunning()
        _ = try await driver.withLiveMeasurement(of: .heartRateVariability) { stream in await stream.first { _ in true }
        }
      }
    }
  }

  @Test func `each error of Polar's control point has its own sentence with a remedy`() async throws {
    var sentences: Set<String> = []
    for code in Array(1...14) + [77] {
      try await withMonitor(.polarSense) { monitor, driver, _ in
        monitor.refuseStreams(with: code)
        for isRaw in [true, false] {
          let error = await #expect(throws: LiveMeasuringError.self) {
            if isRaw {
              try await driver.withRawStream { _ in }
            } else {
              try await driver.withLiveMeasurement(of: .heartRateVariability) { _ in }
            }
          }
          #expect(error?.phrase.english.contains("error \(code)") == true)
        }
      }
      let answer = HeartRateMonitor.Polar.Response(to: .start, .ecg, error: code)
      #expect(answer.reason.english.contains(". ") && sentences.insert(answer.reason.english).inserted)
    }
  }

  @Test func `a Polar armband sends pulse intervals for HRV, and is stopped afterwards`() async throws {
    let recorder = FrameList()
    try await withMonitor(.polarSense, recorder: recorder) { monitor, driver, home in
      let start = home.clock.now
      let readings = try await driver.withLiveMeasurement(of: .heartRateVariability) { stream in
        var readings: [LiveReading] = []
        for await reading in stream {
          readings.append(reading)
          if start.duration(to: home.clock.now) > .seconds(90) { break }
        }
        #expect(monitor.isStreaming)
        return readings
      }
      #expect(!monitor.isStreaming)
      let beats = readings.flatMap(\.beatIntervals)
      // 60 seconds of intervals; every thirtieth is invalid.
      #expect(beats.reduce(0, +) > 50_000 && beats.reduce(0, +) < 66_000)
      #expect(readings.first?.state == .warmingUp)
      #expect(readings.compactMap(\.rmssd).last.map { (1...80).contains($0) } == true)
      // A measurement of only the rate must not wait.
      try await driver.withLiveMeasurement(of: .heartRate) { stream in
        for await reading in stream {
          if case .value = reading.state { break }
        }
      }
      #expect(!monitor.isStreaming)
    }
    let contents = HeartRateMonitorDriver.read(await recorder.frames, advertisedName: nil)
    var times: [(time: Int, interval: Double)] = []
    for statement in contents.statements {
      guard case .moments(let moments) = statement.clock else { continue }
      for (moment, sample) in zip(moments, statement.readings.samples) where sample.metric == .beatInterval {
        times.append((moment.milliseconds, sample.value))
      }
    }
    #expect(times.count > 60)
    // Beats are placed by their intervals; after an invalid one there is a gap.
    let gaps = zip(times, times.dropFirst()).filter { abs(Double($1.time - $0.time) - $1.interval) > 1.5 }
    #expect(gaps.count < times.count / 20)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `a strap without Polar's service has no raw sensors`() async throws {
    try await withMonitor { _, driver, _ in
      await #expect(throws: LiveMeasuringError.self) { try await driver.withRawStream { _ in } }
    }
  }
}
