import HaloHealth
import HaloInterchange
import Testing

@Suite("Entries for Apple Health")
struct HealthRecordTests {
  private static let start = Moment(milliseconds: 1_790_000_000_000, secondsFromGMT: 3600)
  private static let provenance = Provenance(frames: [1], decoder: "test/1")

  private static func record(
    _ metric: Metric, _ value: Double, length: Int = 0, source: SampleSource = .log, isDoubtful: Bool = false
  ) -> HealthRecord? {
    HealthRecord(
      metric, value, start: start, length: length, source: source, isDoubtful: isDoubtful, device: "ring-1")
  }

  @Test func `measured heart rate, SpO₂ and steps are exported in Health's units`() throws {
    #expect(try #require(Self.record(.heartRate, 61)).kind == .heartRate(61))
    #expect(try #require(Self.record(.oxygenSaturation, 97)).kind == .oxygenSaturation(0.97))
    let steps = try #require(Self.record(.steps, 120, length: 900_000))
    #expect(steps.kind == .steps(120))
    #expect(steps.end.milliseconds - steps.start.milliseconds == 900_000)
    #expect(steps.identity == "ring-1/log/steps/1790000000000")
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

  @Test func `two sources, two metrics and two devices at one moment are different entries`() {
    let records = [
      Self.record(.heartRate, 61), Self.record(.heartRate, 61, source: .manual),
      Self.record(.oxygenSaturationMinimum, 95), Self.record(.oxygenSaturationMaximum, 95),
      HealthRecord(
        .heartRate, 61, start: Self.start, length: 0, source: .log, isDoubtful: false, device: "ring-2"),
    ]
    #expect(Set(records.map { $0?.identity }).count == records.count)
    #expect(records.map { $0?.isRequested } == [false, true, false, false, false])
  }

  private static func night(_ stages: [(SleepStage?, Int)]) -> [HealthRecord] {
    let wall = start.wallClock
    let night = Night(
      kind: .night, start: wall, end: wall.adding(minutes: stages.reduce(0) { $0 + $1.1 }),
      stages: stages.map { Night.Stretch(stage: $0.0, minutes: $0.1) }, provenance: provenance)
    return HealthRecord.records(of: night, start: start, device: "ring-1")
  }

  @Test func `a night has consecutive periods in the ring's own stages; unstaged parts are left out`() {
    let records = Self.night([(.light, 30), (nil, 10), (.deep, 45), (.rem, 0), (.awake, 5)])
    #expect(records.map(\.kind) == [.sleep(.light), .sleep(.deep), .sleep(.awake)])
    #expect(records.map { ($0.start.milliseconds - Self.start.milliseconds) / 60_000 } == [0, 40, 85])
    #expect(records.map { ($0.end.milliseconds - $0.start.milliseconds) / 60_000 } == [30, 45, 5])
  }

  @Test func `the same sync twice writes nothing the second time, and an empty day is not written`() {
    var ledger = HealthLedger()
    let day = Self.start.wallClock.date
    let records = Self.night([(.light, 30), (.deep, 45)])
    #expect(ledger.changes(for: day, to: [], at: Self.start).isEmpty)
    let first = ledger.changes(for: day, to: records, at: Self.start)
    #expect(first.saved == records && first.deleted.isEmpty && first.version == 1_790_000_000)
    #expect(ledger.changes(for: day, to: records, at: Self.start) == first, "changes remain until they are noted")
    ledger.note(first, records: records)
    #expect(ledger.changes(for: day, to: records, at: Self.start).isEmpty)
  }

  @Test func `a changed night replaces the old one with a greater version, and missing entries are deleted`() {
    var ledger = HealthLedger()
    let day = Self.start.wallClock.date
    let before = Self.night([(.light, 30), (.deep, 45), (.rem, 20)])
    ledger.note(ledger.changes(for: day, to: before, at: Self.start), records: before)
    let later = Moment(milliseconds: Self.start.milliseconds + 60_000, secondsFromGMT: 3600)
    let after = Self.night([(.light, 35), (.deep, 60)])
    let changes = ledger.changes(for: day, to: after, at: later)
    #expect(changes.saved == after)
    #expect(changes.deleted == ["ring-1/sleep/1790000000000/2"])
    #expect(changes.version == 1_790_000_060)
    ledger.note(changes, records: after)
    #expect(ledger.changes(for: day, to: after, at: later).isEmpty)
    #expect(
      ledger.changes(for: day, to: [], at: later).deleted.count == 2,
      "the entries of a day that became empty are deleted")
  }

  @Test func `for a day long past, the ledger keeps only the hash`() {
    var ledger = HealthLedger()
    let day = Self.start.wallClock.date
    let records = Self.night([(.light, 30)])
    ledger.note(ledger.changes(for: day, to: records, at: Self.start), records: records)
    let later = day.adding(days: 40)
    ledger.note(ledger.changes(for: later, to: records, at: Self.start), records: records)
    #expect(ledger.changes(for: day, to: records, at: Self.start).isEmpty)
    #expect(ledger.changes(for: day, to: [], at: Self.start).deleted.isEmpty)
  }
}
