import HaloTesting
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloHeartRateMonitor
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Live measurement")
@MainActor
struct LiveModelTests {
  private static let ever =
    Moment(
      milliseconds: 0, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 43, secondsFromGMT: 0)

  @Test func `warms up without a value, measures, turns the LEDs off when stopped, and stores the data`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = LiveModel(place.environment)
      let states = History { model.state }
      try await running({ await model.run() }) {
        await until({ !model.devices.isEmpty }, on: place.clock)
        #expect(model.words.english == "Choose what to measure.")
        model.start(.quantity(.heartRate))
        await until({ model.state == .warmingUp }, on: place.clock)
        #expect(model.value == nil && model.points.isEmpty)
        #expect(model.words.english.hasPrefix("Warming up"))
        await until({ model.points.count > 10 }, on: place.clock)
        #expect(model.state == .measuring)
        #expect(model.value?.english.hasSuffix(" bpm") == true)
        #expect(!model.beatIntervals.isEmpty)
        #expect(model.beatIntervals.allSatisfy { (300...2000).contains($0) })
        #expect(model.voiceOverText.english.hasPrefix("Heart rate: "))
        #expect(place.ring.isMeasuring)
        model.stop()
        await until({ model.state == .idle }, on: place.clock)
        #expect(!place.ring.isMeasuring)
        #expect(model.value == nil)
      }
      #expect(await !place.medium.isConnected(place.accessory.device))
      #expect(states.values.contains(.connecting) && states.values.contains(.stopping), "\(states.values)")
      let kept = try place.environment.journal.samples(of: .heartRate, in: Self.ever)
      #expect(kept.contains { $0.source == .live })
    }
  }

  @Test func `closing the screen turns the LEDs off`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        model.start(.quantity(.heartRate))
        await until({ model.state == .measuring }, on: place.clock)
      }
      #expect(!place.ring.isMeasuring)
      #expect(model.state == .idle)
    }
  }

  @Test func `reports that the ring is not worn`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        model.start(.quantity(.heartRate))
        await until({ model.state == .measuring }, on: place.clock)
        place.ring.setWorn(false)
        await until({ model.state == .notWorn }, on: place.clock)
        #expect(model.value == nil)
        #expect(model.words.english == "Not worn: put it on with the sensors on the palm side.")
      }
    }
  }

  @Test
  func `offers the quantities of the device's family, and after the first connection those of the device`() async throws
  {
    try await ModelFixture.run { place in
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        #expect(model.kinds.isEmpty)
        let strap = try place.environment.journal.pair(
          DeviceID("strap"), family: HeartRateMonitorDriver.family.id, name: "Strap", wearer: "me",
          at: place.time.moment)
        place.environment.changes.announce()
        await until({ !model.kinds.isEmpty }, on: place.clock)
        #expect(model.kinds == [.quantity(.heartRate), .quantity(.heartRateVariability), .raw])
        let ring = try place.pair()
        place.environment.changes.announce()
        await until({ model.devices.count == 2 }, on: place.clock)
        model.chosen = ring
        #expect(model.kinds.contains(.quantity(.oxygenSaturation)))
        model.chosen = strap
        #expect(!model.kinds.contains(.quantity(.oxygenSaturation)))
        model.chosen = ring
        model.start(.quantity(.heartRate))
        await until({ model.state == .measuring }, on: place.clock)
        #expect(model.kinds.contains(.raw) && model.kinds.contains(.quantity(.heartRate)))
        #expect(model.beatsVoiceOverText.english.contains(" beat intervals, between "))
      }
    }
  }

  @Test func `shows the measured rate of sensors, and keeps only the last seconds`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        model.start(.raw)
        await until({ (model.traces.first?.count ?? 0) > 40 }, on: place.clock)
        #expect(Set(model.traces.map(\.sensor)) == [.ppg, .redLight, .accelerometer])
        for trace in model.traces {
          let hertz = try #require(trace.hertz)
          #expect((0.9...1.1).contains(hertz), "\(trace.sensor) \(hertz)")
          #expect(trace.channels.count == trace.sensor.channels)
          for points in trace.channels {
            let (first, last) = (try #require(points.first), try #require(points.last))
            #expect(last.seconds - first.seconds <= RawTrace.window)
            #expect(points.count < trace.count)
          }
        }
        let acceleration = try #require(model.traces.first { $0.sensor == .accelerometer })
        #expect(
          acceleration.voiceOverText.english.contains(" g, 1.0 readings per second"),
          "\(acceleration.voiceOverText.english)")
        model.stop()
        await until({ model.state == .idle }, on: place.clock)
      }
      #expect(!place.ring.isMeasuring)
      let kept = try place.environment.journal.raw(.ppg, in: Self.ever)
      #expect(!kept.isEmpty)
    }
  }

  @Test func `a sensor with 130 readings a second is drawn at most ten times a second, and no reading is lost`()
    async throws
  {
    try await ModelFixture.run { place in
      let monitor = VirtualHeartRateMonitor(.polarH10, seed: 4)
      await place.home.medium.add(monitor)
      _ = try place.environment.journal.pair(
        monitor.profile.device, family: HeartRateMonitorDriver.family.id, name: "Strap", wearer: "me",
        at: place.time.moment)
      let model = LiveModel(place.environment)
      let frames = History { model.traces.map(\.count) }
      try await running({ await model.run() }) {
        model.start(.raw)
        await until({ model.traces.contains { $0.sensor == .ecg } }, on: place.clock)
        let (begin, before) = (place.time.moment, frames.values.count)
        try await place.clock.sleep(for: .seconds(30))
        let (seconds, drawn) = ((place.time.moment - begin).components.seconds, frames.values.count - before)
        #expect(drawn <= 10 * seconds && drawn > 20, "\(drawn) frames in \(seconds) s")
        let trace = try #require(model.traces.first { $0.sensor == .ecg })
        let hertz = try #require(trace.hertz)
        #expect((125...135).contains(hertz), "\(hertz)")
        #expect(trace.channels.count == 1 && trace.channels[0].count > 2000)
        #expect(zip(trace.channels[0], trace.channels[0].dropFirst()).allSatisfy { $0.seconds <= $1.seconds })
        #expect(trace.voiceOverText.english.contains("130."), "\(trace.voiceOverText.english)")
        model.stop()
        await until({ model.state == .idle }, on: place.clock)
      }
      let trace = try #require(model.traces.first { $0.sensor == .ecg })
      let kept = try place.environment.journal.raw(.ecg, in: Self.ever)
      let stored = kept.reduce(0) { $0 + $1.values.count }
      #expect(stored >= trace.count && stored - trace.count < 300, "\(stored) \(trace.count)")
    }
  }

  @Test func `another measurement replaces the running one`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        model.start(.quantity(.heartRate))
        await until({ model.state == .measuring }, on: place.clock)
        model.start(.quantity(.oxygenSaturation))
        await until({ model.kind == .quantity(.oxygenSaturation) && model.state == .measuring }, on: place.clock)
        #expect(model.value?.english.hasSuffix(" %") == true)
      }
      #expect(!place.ring.isMeasuring)
    }
  }

  @Test func `reports a link loss and reconnects`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        model.start(.quantity(.heartRate))
        await until({ model.state == .measuring }, on: place.clock)
        await place.medium.dropLink(of: place.accessory.device)
        await until({ if case .interrupted = model.state { true } else { false } }, on: place.clock)
        #expect(model.value == nil)
        await until({ model.state == .measuring }, on: place.clock)
      }
    }
  }

  @Test func `shows advice without a device, without Bluetooth, and for an unsupported quantity`() async throws {
    try await ModelFixture.run { place in
      let model = LiveModel(place.environment)
      try await running({ await model.run() }) {
        #expect(model.words.english.hasPrefix("There is no device that measures live."))
        model.start(.quantity(.heartRate))
        await until({ if case .failed = model.state { true } else { false } }, on: place.clock)
        try place.pair()
        place.radio.setState(.poweredOff)
        model.start(.quantity(.heartRate))
        await until({ model.words.english.hasPrefix("Bluetooth is turned off.") }, on: place.clock)
        place.radio.setState(.poweredOn)
        model.start(.quantity(.steps))
        await until({ model.words.english.hasPrefix("Ring cannot measure this live.") }, on: place.clock)
      }
    }
  }
}
