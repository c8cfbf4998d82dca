import Foundation
import HaloHealth
import HaloInterchange
import Testing

@Suite("Entries for Apple Health")
struct HealthRecordTests {
  private static let start = Moment(milliseconds: 1_790_000_000_000, secondsFromGMT: 3600)
  private static let provenance = Provenance(frames: [1], decoder: "test/1")
  private static let ring = HealthDevice(name: "Ring", model: "Colmi ring", hardware: "V1", firmware: "1.0")

  private static func record(
    _ metric: Metric, _ value: Double, length: Int = 0, source: SampleSource = .log, isDoubtful: Bool = false
  ) -> HealthRecord? {
    HealthRecord(
      metric, value, start: start, length: length, source: source, isDoubtful: isDoubtful, device: ring)
  }

  @Test func `measured heart rate, SpO₂ and steps are exported in Health's units`() throws {
    #expect(try #require(Self.record(.heartRate, 61)).kind == .heartRate(61))
    #expect(try #require(Self.record(.oxygenSaturation, 97)).kind == .oxygenSaturation(0.97))
    let steps = try #require(Self.record(.steps, 120, length: 900_000))
    #expect(steps.kind == .steps(120))
    #expect(steps.end.milliseconds - steps.start.milliseconds == 900_000)
    #expect(steps.device == Self.ring && steps.algorithm == nil)
  }

  @Test(
    arguments: [
      (.stress, 40, .log, false), (.distance, 900, .log, false), (.activeEnergy, 30, .log, false),
      (.heartRateVariability, 40, .log, false), (.heartRateVariabilityRMSSD, 40, .algorithm, false),
      (.skinTemperature, 34, .log, false), (.battery, 80, .log, false), (.heartRate, 0, .live, false),
      (.heartRate, 61, .algorithm, false), (.heartRate, 61, .log, true), (.heartRate, 700, .log, false),
      (.heartRate, .nan, .log, false), (.oxygenSaturation, 130, .log, false), (.steps, 120, .log, false),
    ] as [(Metric, Double, SampleSource, Bool)])
  func `scores, estimates, warm-up zeros, computed, doubtful and impossible values are not exported`(
    metric: Metric, value: Double, source: SampleSource, isDoubtful: Bool
  ) {
    #expect(Self.record(metric, value, source: source, isDoubtful: isDoubtful) == nil)
  }

  @Test func `steps of a machine are not exported, because a ring counts them as well`() {
    #expect(Self.record(.steps, 75, length: 60_000, source: .live) == nil)
    #expect(Self.record(.steps, 75, length: 60_000, source: .manual) != nil)
  }

  private static func night(_ stages: [(SleepStage?, Int)]) -> [HealthRecord] {
    let wall = start.wallClock
    let night = Night(
      kind: .night, start: wall, end: wall.adding(minutes: stages.reduce(0) { $0 + $1.1 }),
      stages: stages.map { Night.Stretch(stage: $0.0, minutes: $0.1) }, provenance: provenance)
    return HealthRecord.records(of: night, start: start, device: ring)
  }

  @Test func `a night has consecutive periods in the ring's own stages; unstaged parts are left out`() {
    let records = Self.night([(.light, 30), (nil, 10), (.deep, 45), (.rem, 0), (.awake, 5)])
    #expect(records.map(\.kind) == [.sleep(.light), .sleep(.deep), .sleep(.awake)])
    #expect(records.map { ($0.start.milliseconds - Self.start.milliseconds) / 60_000 } == [0, 40, 85])
    #expect(records.map { ($0.end.milliseconds - $0.start.milliseconds) / 60_000 } == [30, 45, 5])
  }

  @Test func `the time in bed and sleep in an unknown stage have their kinds`() throws {
    let record = SleepRecord(
      kind: .night, start: Self.start, stages: [.init(asleep: 200), .init(stage: .awake, minutes: 15)],
      device: SourceDevice(id: 1, name: "phone"), inBed: Self.start - .minutes(20)..<Self.start + .minutes(240))
    let night = try #require(SleepEpisode.all(in: [record]).first).night(Provenance(frames: [], decoder: ""))
    let records = HealthRecord.records(of: night, start: Self.start, device: Self.ring)
    #expect(records.map(\.kind) == [.asleep, .sleep(.awake), .inBed])
    #expect(records.last?.start == Self.start - .minutes(20) && records.last?.end == Self.start + .minutes(240))
  }

  private static func day(_ records: [HealthRecord], _ workouts: [HealthWorkout] = []) -> HealthDay {
    HealthDay(start.wallClock.date, records: records, workouts: workouts)
  }

  @Test func `the same day twice needs no second write, and an empty day none at all`() {
    var ledger = HealthLedger()
    let day = Self.day(Self.night([(.light, 30), (.deep, 45)]))
    #expect(!ledger.needs(Self.day([])))
    #expect(ledger.needs(day))
    #expect(ledger.needs(day), "until it is noted")
    ledger.note(day)
    #expect(!ledger.needs(day))
    let other = HealthDay(day.date.adding(days: 1), records: day.records)
    #expect(ledger.needs(other))
  }

  @Test func `a changed value, a removed entry, another device and another workout each need a write`() throws {
    var ledger = HealthLedger()
    let records = Self.night([(.light, 30), (.deep, 45), (.rem, 20)])
    let run = Workout(.running, start: Self.start, length: 600_000, meters: 1500, source: .live)
    let rates = try [#require(Self.record(.heartRate, 150, source: .live))]
    let workout = HealthWorkout(run, isIndoors: true, heartRates: rates)
    ledger.note(Self.day(records, [workout]))
    #expect(!ledger.needs(Self.day(records, [workout])))
    #expect(ledger.needs(Self.day(Self.night([(.light, 35), (.deep, 45), (.rem, 20)]), [workout])))
    #expect(ledger.needs(Self.day(Array(records.dropLast()), [workout])))
    #expect(ledger.needs(Self.day(records)))
    #expect(ledger.needs(Self.day(records, [HealthWorkout(run, isIndoors: true, heartRates: [])])))
    #expect(ledger.needs(Self.day([])), "the entries of a day that became empty are removed")
    let other = HealthDevice(name: "Other", model: nil, hardware: nil, firmware: nil)
    let moved = records.map { HealthRecord($0.kind, start: $0.start, end: $0.end, device: other, algorithm: "") }
    #expect(ledger.needs(Self.day(moved, [workout])))
  }

  @Test func `a ledger survives in a file`() throws {
    var ledger = HealthLedger()
    let day = Self.day(Self.night([(.light, 30)]))
    ledger.note(day)
    let read = try JSONDecoder().decode(HealthLedger.self, from: JSONEncoder().encode(ledger))
    #expect(read == ledger && !read.needs(day))
  }
}
