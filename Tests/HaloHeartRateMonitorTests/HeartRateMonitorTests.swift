import Foundation
import HaloBluetooth
import HaloHealth
import HaloSignals
import HaloText
import HaloWearables
import Testing

@testable import HaloHeartRateMonitor

@Suite("Heart-rate monitors")
struct HeartRateMonitorTests {
  private typealias Measurement = HeartRateService.Measurement

  @Test func `an encoded measurement decodes to itself`() {
    for bpm in [0, 1, 60, 255, 256, 65_535] {
      for contact in [nil, true, false] as [Bool?] {
        for energy in [nil, 0, 65_535] as [Int?] {
          for intervals in [[], [0], [1024, 1023, 65_535]] {
            for isWide in [false, true] {
              let measurement = Measurement(
                bpm: bpm, hasContact: contact, energyKilojoules: energy, beatIntervals: intervals, isWide: isWide)
              #expect(Measurement(value: measurement.value) == measurement)
            }
          }
        }
      }
    }
  }

  @Test func `has no rate if not worn, or if no beat was found`() {
    #expect(Measurement(value: [0x04, 84])?.measuredRate == nil)
    #expect(Measurement(value: [0x00, 0])?.measuredRate == nil)
    #expect(Measurement(value: [0x06, 84])?.measuredRate == 84)
    #expect(Measurement(value: [0x00, 84])?.measuredRate == 84)
  }

  @Test func `the rolling HRV equals the manually computed RMSSD, from 20 differences on`() {
    var variability = RollingVariability()
    for index in 0..<20 { variability.add(index.isMultiple(of: 2) ? 1000 : 1040) }
    #expect(variability.milliseconds == nil)
    variability.add(1000)
    #expect(variability.milliseconds == 40)
    #expect(variability.artifactCount == 0)
  }

  @Test func `ignores an artifact, and the differences to both of its neighbors`() {
    var variability = RollingVariability()
    for index in 0..<40 { variability.add(index.isMultiple(of: 2) ? 1000 : 1040) }
    variability.add(500)
    for index in 0..<10 { variability.add(index.isMultiple(of: 2) ? 1000 : 1040) }
    #expect(variability.milliseconds == 40)
    #expect(variability.artifactCount == 1)
    variability.add(2500)
    #expect(variability.milliseconds == 40)
  }

  @Test func `accepts a changed heart rate with the third beat, and drops beats older than a minute`() {
    var variability = RollingVariability()
    for _ in 0..<30 { variability.add(1000) }
    #expect(variability.milliseconds == 0)
    for index in 0..<200 { variability.add(index.isMultiple(of: 2) ? 500 : 520) }
    #expect(variability.artifactCount == 2)
    #expect(variability.milliseconds == 20)
  }

  @Test func `a gap separates the beats before it from those after it`() {
    var variability = RollingVariability()
    for _ in 0..<21 { variability.add(1000) }
    variability.addGap()
    for _ in 0..<21 { variability.add(1100) }
    #expect(variability.milliseconds == 0)
  }

  @Test func `places a session's beats by their intervals, and ignores beats without contact`() throws {
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    func frame(_ seconds: Double, _ measurement: Measurement) -> RecordedFrame {
      RecordedFrame(
        device: DeviceID("A"), direction: .received, characteristic: 0x2A37, bytes: measurement.value,
        time: start.addingTimeInterval(seconds), zone: "GMT", secondsFromGMT: 0)
    }
    let contents = HeartRateMonitorDriver.read(
      [
        frame(0, Measurement(bpm: 120, hasContact: true, beatIntervals: [512, 512])),
        frame(1.2, Measurement(bpm: 120, hasContact: true, beatIntervals: [512, 512])),
        frame(2, Measurement(bpm: 84, hasContact: false, beatIntervals: [900])),
        frame(3, Measurement(bpm: 0)),
        frame(60, Measurement(bpm: 300, hasContact: true, beatIntervals: [1024])),
      ], advertisedName: nil)
    var beats: [Int] = []
    var rates: [Double] = []
    for statement in contents.statements {
      guard case .moments(let moments) = statement.clock else { continue }
      #expect(moments.count == statement.readings.samples.count)
      for (moment, sample) in zip(moments, statement.readings.samples) {
        #expect(sample.source == .live)
        if sample.metric == .beatInterval { beats.append(moment.milliseconds - 1_790_000_000_000) }
        if sample.metric == .heartRate { rates.append(sample.value) }
      }
    }
    #expect(beats == [-500, 0, 500, 1000, 60_000])
    #expect(rates == [120, 120, 300])
  }

  /// A strap that sends each packet twice, with a rate of 75.
  @Test func `live values and sessions leave out repeated intervals, and have the same beats`() throws {
    let truth = (0..<80).map { 800 + 25 * ($0 % 4) - 11 * ($0 % 3) }
    var (frames, time, live) = ([RecordedFrame](), 1_790_000_000.0, LiveVariability())
    var alone = RollingVariability()
    for interval in truth {
      time += Double(interval) / 1000
      let value = Measurement(bpm: 75, beatIntervals: [Int((Double(interval) * 1.024).rounded())]).value
      for delay in [0, 0.03] {
        let frame = RecordedFrame(
          device: DeviceID("A"), direction: .received, characteristic: 0x2A37, bytes: value,
          time: Date(timeIntervalSince1970: time + delay), zone: "GMT", secondsFromGMT: 0)
        frames.append(frame)
        live.add(try #require(BeatCheck.Packet(value, of: 0x2A37, at: frame.moment)))
      }
      alone.add(Double(Int((Double(interval) * 1.024).rounded())) / 1.024)
    }
    let samples = HeartRateMonitorDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
    #expect(samples.filter { $0.metric == .beatInterval }.map { Int($0.value.rounded()) } == truth)
    #expect(samples.count { $0.metric == .heartRate } == 160)
    let (value, expected) = try (#require(live.milliseconds), #require(alone.milliseconds))
    #expect(abs(value - expected) < 1 && live.note?.english.contains("repeated intervals") == true)
  }

  @Test func `equal intervals have no live HRV, and are no beats of a session`() throws {
    var (frames, live) = ([RecordedFrame](), LiveVariability())
    for second in 0..<40 {
      let frame = RecordedFrame(
        device: DeviceID("A"), direction: .received, characteristic: 0x2A37,
        bytes: Measurement(bpm: 72, beatIntervals: [853]).value,
        time: Date(timeIntervalSince1970: 1_790_000_000 + Double(second) * 0.833), zone: "GMT", secondsFromGMT: 0)
      frames.append(frame)
      live.add(try #require(BeatCheck.Packet(frame.bytes, of: 0x2A37, at: frame.moment)))
      #expect(live.milliseconds == nil)
    }
    #expect(live.isRefused && live.note == BeatCheck.constant)
    let samples = HeartRateMonitorDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
    #expect(samples.allSatisfy { $0.metric == .heartRate } && samples.count == 40)
  }

  @Test func `recognizes monitors by their service; a treadmill with a heart rate is only a likely match`() {
    func match(_ services: [BluetoothUUID]) -> WearableMatch? {
      HeartRateMonitorDriver.match(Advertisement(device: DeviceID("A"), name: "HRM", services: services))
    }
    #expect(match([0x180D]) == .certain)
    #expect(match([0x180D, 0x1826]) == .likely)
    #expect(match([0x180F]) == nil)
  }
}

@Suite("Beats on this machine's clock")
struct BeatTimeTests {
  @Test(arguments: [-0.002, -0.0005, 0, 0.0005, 0.002])
  func `follows the drift of a strap's clock over an hour, without a jump`(of clock: Double) throws {
    let start = 1_763_000_000_000.0
    var (truth, arrival) = ([Double](), start)
    var frames: [RecordedFrame] = []
    var (beat, waiting, sent) = (start, [Int](), start)
    // Beats of about 0.4 s; every second a packet has those since the last one, some tens of milliseconds late.
    for second in 1...3600 {
      arrival = start + Double(second) * 1000 + Double(second * 37 % 60)
      while beat + 403 <= start + Double(second) * 1000 {
        beat += truth.count.isMultiple(of: 2) ? 397 : 403
        truth.append(beat)
        waiting.append(Int(((beat - sent) * (1 + clock) * 1.024).rounded()))
        sent = beat
      }
      frames.append(
        RecordedFrame(
          device: DeviceID("A"), direction: .received, characteristic: HeartRateService.GATT.measurement,
          bytes: HeartRateService.Measurement(bpm: 150, beatIntervals: waiting).value,
          time: Date(timeIntervalSince1970: arrival / 1000), zone: "UTC", secondsFromGMT: 0))
      waiting = []
    }
    var times: [Int] = []
    for statement in HeartRateMonitorDriver.read(frames, advertisedName: nil).statements {
      guard case .moments(let moments) = statement.clock else { continue }
      for (sample, moment) in zip(statement.readings.samples, moments) where sample.metric == .beatInterval {
        times.append(moment.milliseconds)
      }
    }
    #expect(times.count == truth.count)
    let errors = zip(times, truth).map { Double($0) - $1 }
    let (least, most) = (errors.min() ?? 0, errors.max() ?? 0)
    #expect(least > -1200 && most < 1200, "\(least) to \(most) ms")
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 400) < 25 })
  }
}
