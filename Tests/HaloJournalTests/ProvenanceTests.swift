import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

@Suite("Provenance of readings")
struct ProvenanceTests {
  private let day = Moment.noon.wallClock.date
  private let folder: TemporaryFolder
  private let journal: Journal
  private let ring: Device

  /// Creates a journal with a ring that reported a day in frames 10 to 14, and an imported stress value.
  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
    ring = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
    let none = Provenance(frames: [], decoder: "")
    func at(_ minute: Int) -> WallClock { WallClock(date: day, minuteOfDay: minute) }
    func statement(
      _ log: LogID, _ frames: [Int], _ readings: Readings, _ metrics: [Metric] = [], sleep: Night.Kind? = nil
    ) -> LogEntry {
      LogEntry(
        log: log, readings: readings, days: [day], metrics: metrics, sleep: sleep, frames: frames, decoder: "test/1")
    }
    func sleep(_ kind: Night.Kind, _ start: Int, _ end: Int) -> Readings {
      Readings(nights: [
        Night(
          kind: kind, start: at(start), end: at(end), stages: [.init(stage: .light, minutes: end - start)],
          provenance: none)
      ])
    }
    let statements = [
      statement(
        .heartRate, [0, 1],
        Readings(samples: [Sample(.heartRate, 60, start: at(480), source: .log, provenance: none)]), [.heartRate]),
      // One sleep of two parts, with half an hour awake in between.
      statement("sleep", [2], sleep(.night, -60, 180), sleep: .night),
      statement("naps", [4], sleep(.nap, 210, 300), sleep: .nap),
      statement(
        .totals, [3],
        Readings(totals: [
          DailyTotals(date: day, steps: 9000, meters: 6000, kilocalories: 300, activeMinutes: 60, provenance: none)
        ])),
    ]
    let session = try journal.begin("sync", with: ring, at: Moment.noon, zone: "UTC")
    let start = Moment(milliseconds: 0, secondsFromGMT: 0)
    try journal.apply(
      DecodedSession(
        SessionContents(
          statements: statements, clockEvents: [.init(frame: 0, time: start, zone: "UTC", wrongDate: nil)],
          hadCorrectDate: true, verifiedCount: statements.count),
        decoder: "test/1", frames: (10...14).map { ($0, Moment.noon) }), toSession: session.id)
    _ = try journal.keep(
      [.sample(.stress, 30, start: Moment.noon - .hours(1), length: 0, .log)], of: ring.identifier, name: "ring",
      family: "colmi-ring", wearer: "me", from: "file", at: Moment.noon)
  }

  @Test func `readings of a day name their frames, imported ones name no frames`() throws {
    let samples = try journal.samples(on: day, wearer: "me", metrics: [.heartRate, .stress])
    let rate = try #require(samples[.heartRate]?.first?.statement)
    #expect(try journal.frames(ofStatements: [rate]) == [rate: [10, 11]])
    #expect(samples[.stress]?.map(\.statement) == [nil])
    let nights = try journal.nights(from: day, to: day, wearer: "me")
    #expect(nights.map(\.provenance) == [Provenance(frames: [12, 14], decoder: "test/1")])
    let movement = try journal.movement(of: "me", from: day, to: day, withSources: true)[day]
    #expect(movement?.provenance == Provenance(frames: [13], decoder: "test/1"))
    #expect(movement?.basis == .deviceTotal && movement?.activeMinutes == 60)
  }

  @Test func `nights name the same frames in every query`() throws {
    let sleep = Provenance(frames: [12, 14], decoder: "test/1")
    #expect(try journal.nights(from: day, to: day, wearer: "me").map(\.provenance) == [sleep])
    #expect(try journal.nights(of: ring, from: day, to: day).map(\.night.provenance) == [sleep])
  }
}
