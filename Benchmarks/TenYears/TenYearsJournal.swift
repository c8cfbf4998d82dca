import HaloBluetooth
import HaloColmiRing
import HaloEngine
import HaloFitnessMachine
import HaloHealth
import HaloHeartRateMonitor
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates the journal of a person who has worn a ring for ten years and trains twice a week with a strap on a
/// treadmill, for measurements of programs that read journals. The ring is the first one of `halo serve --radio
/// simulated`, so that a sync continues the data.
struct TenYearsJournal {
  /// The number of days whose workouts have a value each second; older ones have a heart rate every five seconds.
  private static let denseDays = 365
  private static let workoutMinutes = 40
  private static let wearerName = "me"
  private static let seed: UInt64 = 1

  private let journal: Journal
  private let wearer = SimulatedPerson(seed: seed)
  private let time = WallTime.system
  private let ring: Device
  private let strap: Device
  private let treadmill: Device
  /// The number of frames written, which is the number of the last one.
  private var frameCount = 0

  /// Creates the journal in a new file; its last day is yesterday.
  static func make(at path: String, days: Int) async throws {
    var maker = try TenYearsJournal(path)
    let today = maker.time.wallClock.date
    for back in stride(from: days, through: 1, by: -1) {
      let date = today.adding(days: -back)
      try await maker.keepDay(date)
      if back.isMultiple(of: 7) || back % 7 == 3 { try await maker.keepWorkout(on: date, isDense: back <= denseDays) }
    }
    try DerivedMetricsUpdater(maker.journal).updateAll(wearerName)
  }

  private init(_ path: String) throws {
    journal = try Journal(path: path)
    let begin = Moment(milliseconds: 0, secondsFromGMT: 0)
    let virtual = VirtualColmiRing(.r12, wearer: wearer) { WallClock(secondsSince1970: 0) }
    ring = try journal.pair(
      virtual.profile.device, family: ColmiRingDriver.family.id, name: "My ring", wearer: Self.wearerName, at: begin)
    strap = try journal.pair(
      DeviceID("A0:9E:1A:7F:00:01"), family: HeartRateMonitorDriver.family.id, name: "Strap", wearer: Self.wearerName,
      at: begin)
    treadmill = try journal.pair(
      DeviceID("D4:36:39:7F:00:01"), family: FitnessMachineDriver.family.id, name: "Treadmill",
      wearer: Self.wearerName, at: begin)
  }

  /// Writes a day of the ring: two syncs with its battery level, and one after midnight with the whole day.
  private mutating func keepDay(_ date: CalendarDate) async throws {
    let day = wearer.day(date)
    for (place, minute) in [440, 1200].enumerated() {
      let now = moment(date, minute: minute)
      let charge = Double(95 - (date.daysSince1970 % 5) * 17 - place * 5)
      let battery = LogEntry(
        log: "battery", readings: Readings(samples: [sample(.battery, charge, date, minute, source: .push)]),
        clock: .host(secondsFromGMT: now.secondsFromGMT), frames: [19], decoder: Self.ringDecoder)
      try await keep("sync", of: ring, at: now, frames: 20, length: 8000, [battery])
    }
    try await keep(
      "sync", of: ring, at: moment(date.adding(days: 1), minute: 2), frames: 130, length: 40_000, logs(of: day))
  }

  /// Returns the ring's statements about a day.
  private func logs(of day: SimulatedDay) -> [LogEntry] {
    let (date, none) = (day.date, Provenance(frames: [], decoder: Self.ringDecoder))
    func statement(
      _ log: LogID, _ frames: Range<Int>, _ metrics: [Metric], _ readings: Readings,
      sleep: Night.Kind? = nil
    ) -> LogEntry {
      LogEntry(
        log: log, readings: readings, days: [date], metrics: metrics, sleep: sleep, frames: [Int](frames),
        decoder: Self.ringDecoder)
    }
    func each<Value: BinaryInteger>(_ metric: Metric, _ values: [Value], minutes: Int, length: Int) -> [Sample] {
      values.enumerated().filter { $0.1 > 0 }.map { sample(metric, Double($0.1), date, $0.0 * minutes, length: length) }
    }
    func sleep(_ kind: Night.Kind, _ sleep: SimulatedDay.Sleep?) -> Readings {
      Readings(
        nights: (sleep.map { [$0] } ?? []).map {
          Night(
            kind: kind, start: WallClock(date: date, minuteOfDay: $0.start),
            end: WallClock(date: date, minuteOfDay: $0.end), stages: $0.stages, provenance: none)
        })
    }
    let movement = day.hours.flatMap { hour in
      [
        sample(.steps, Double(hour.steps), date, hour.hour * 60, length: 15),
        sample(.distance, Double(hour.meters), date, hour.hour * 60, length: 15),
        sample(.activeEnergy, Double(hour.calories) / 1000, date, hour.hour * 60, length: 15),
      ]
    }
    let low = each(.oxygenSaturationMinimum, day.oxygen.map(\.low), minutes: 60, length: 60)
    let high = each(.oxygenSaturationMaximum, day.oxygen.map(\.high), minutes: 60, length: 60)
    return [
      statement(
        "heart-rate", 0..<24, [.heartRate],
        Readings(samples: each(.heartRate, day.heartRate, minutes: 5, length: 0))),
      statement(
        "activity", 24..<40, [.steps, .distance, .activeEnergy], Readings(samples: movement)),
      statement("sleep", 40..<52, [], sleep(.night, day.night), sleep: .night),
      statement("naps", 52..<53, [], sleep(.nap, day.nap), sleep: .nap),
      statement(
        "spo2", 53..<57, [.oxygenSaturationMinimum, .oxygenSaturationMaximum],
        Readings(samples: low + high)),
      statement(
        "stress", 57..<62, [.stress],
        Readings(samples: each(.stress, day.stress, minutes: 30, length: 30))),
      statement(
        "heart-rate variability", 62..<67, [.heartRateVariability],
        Readings(samples: each(.heartRateVariability, day.variability, minutes: 30, length: 30))),
    ]
  }

  /// Writes an evening run on the treadmill, with a strap.
  private mutating func keepWorkout(on date: CalendarDate, isDense: Bool) async throws {
    let begin = moment(date, minute: 1110)
    var random = SeededGenerator(seed: UInt64(date.daysSince1970))
    var (rates, beats, speeds, distances):
      ([(Moment, Double)], [(Moment, Double)], [(Moment, Double)], [(Moment, Double)]) =
        ([], [], [], [])
    func after(_ milliseconds: Int) -> Moment {
      Moment(milliseconds: begin.milliseconds + milliseconds, secondsFromGMT: begin.secondsFromGMT)
    }
    let seconds = Self.workoutMinutes * 60
    var beat = 0.0
    for second in stride(from: 0, to: seconds, by: isDense ? 1 : 5) {
      let rate = Double(min(95 + second / 20, 158) + Int.random(in: -2...2, using: &random))
      rates.append((after(second * 1000), rate))
      guard isDense else { continue }
      speeds.append((after(second * 1000), Double(Int.random(in: 27...29, using: &random)) / 10))
      if second.isMultiple(of: 60) { distances.append((after(second * 1000), 168)) }
      while beat < Double(second + 1) * 1000 {
        beats.append((after(Int(beat)), 60_000 / rate))
        beat += 60_000 / rate
      }
    }
    try await keepLive(strap, at: begin, [(.heartRate, rates, 0), (.beatInterval, beats, 0)])
    if isDense { try await keepLive(treadmill, at: begin, [(.speed, speeds, 0), (.distance, distances, 1)]) }
    let meters = Double(Self.workoutMinutes) * 168
    try journal.keep(
      Workout(
        .running, start: begin, length: seconds * 1000, meters: meters, kilocalories: meters * 0.075, source: .live),
      of: Self.wearerName, machine: isDense ? treadmill : nil, heart: strap)
  }

  private mutating func keepLive(
    _ device: Device, at begin: Moment, _ values: [(metric: Metric, values: [(Moment, Double)], minutes: Int)]
  ) async throws {
    let none = Provenance(frames: [], decoder: Self.liveDecoder)
    let statements = values.map { metric, values, minutes in
      LogEntry(
        log: "live",
        readings: Readings(
          samples: values.map {
            Sample(metric, $0.1, start: $0.0.wallClock, minutes: minutes, source: .live, provenance: none)
          }), clock: .moments(values.map(\.0)), frames: [Int](0..<60), decoder: Self.liveDecoder)
    }
    try await keep(
      "live", of: device, at: begin, frames: 60, length: Self.workoutMinutes * 60_000, statements)
  }

  /// Writes a session with its frames, whose bytes are never decoded, and its statements.
  private mutating func keep(
    _ purpose: String, of device: Device, at begin: Moment, frames: Int, length: Int,
    _ reported: [LogEntry]
  ) async throws {
    let session = try journal.begin(purpose, with: device, at: begin, zone: time.zone)
    let frame = RecordedFrame(
      device: device.identifier, direction: .received, characteristic: Self.characteristic, bytes: [UInt8](0..<16),
      time: Date(timeIntervalSince1970: Double(begin.milliseconds) / 1000), zone: time.zone,
      secondsFromGMT: begin.secondsFromGMT)
    try journal.insert([RecordedFrame](repeating: frame, count: frames), intoSession: session.id)
    let end = Moment(milliseconds: begin.milliseconds + length, secondsFromGMT: begin.secondsFromGMT)
    try journal.apply(
      DecodedSession(
        SessionContents(
          statements: reported,
          clockEvents: device.id == ring.id ? [.init(frame: 0, time: begin, zone: time.zone, wrongDate: nil)] : [],
          hadCorrectDate: true, verifiedCount: reported.count),
        decoder: reported.first?.decoder ?? Self.ringDecoder, frames: (1...frames).map { (frameCount + $0, end) }),
      toSession: session.id)
    frameCount += frames
    try await session.end(at: end)
  }

  private func sample(
    _ metric: Metric, _ value: Double, _ date: CalendarDate, _ minute: Int, length: Int = 0,
    source: SampleSource = .log
  ) -> Sample {
    Sample(
      metric, value, start: WallClock(date: date, minuteOfDay: minute), minutes: length, source: source,
      provenance: Provenance(frames: [], decoder: Self.ringDecoder))
  }

  /// Returns a local time.
  private func moment(_ date: CalendarDate, minute: Int) -> Moment {
    let wall = WallClock(date: date, minuteOfDay: minute)
    let offset = time.secondsFromGMT(at: Date(timeIntervalSince1970: Double(wall.secondsSince1970)))
    return Moment(wall, secondsFromGMT: offset)
  }

  private static let ringDecoder = ColmiRingDriver.decoderName
  private static let liveDecoder = HeartRateMonitorDriver.decoderName
  private static let characteristic = BluetoothUUID(high: 0x6E40_0003_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
}
