import Foundation
import GRDB
import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

/// Tests a value that no version of Halo writes, in each column that is read.
@Suite("A damaged row")
struct DamagedRecordTests {
  private static let columns: [(table: String, numbers: [String], texts: [String], bytes: [String])] = [
    ("device", [], ["identifier", "family", "name", "advertised", "hardware", "firmware"], []),
    ("session", ["begun", "ended"], ["purpose", "outcome", "zone"], []),
    ("characteristic", [], ["uuid"], []),
    ("frame", ["sent", "time", "offset"], [], ["bytes"]),
    ("clock", ["time", "offset", "found"], ["zone"], []),
    ("statement", ["received"], ["log", "decoder", "frames"], []),
    ("coverage", ["received"], ["log"], []),
    ("sample", ["source", "length", "wall", "value", "doubtful", "statement"], [], []),
    ("night", ["wall", "doubtful", "statement"], ["stages"], []),
    ("total", ["steps", "meters", "kilocalories", "minutes", "statement"], [], []),
    ("derived", ["offset", "length", "value", "version", "confidence"], ["algorithm", "inputs"], []),
    ("workout", ["offset", "length", "meters", "kilocalories", "source"], ["kind"], []),
    ("raw", ["offset", "counts"], [], ["data"]),
    ("setting", ["time"], ["name", "value"], []),
    ("profile", [], ["field"], []),
  ]

  /// Pairs of a table and an assignment that damages one of its columns.
  private static let damages: [(String, String)] = columns.flatMap { table, numbers, texts, bytes in
    var changes = bytes.map { "\($0) = 5" }
    changes += texts.map { "\($0) = x'C3'" }
    changes += numbers.flatMap { ["\($0) = 'x'", "\($0) = 1152921504606846976"] }
    return changes.map { (table, $0) }
  }

  @Test(arguments: damages)
  func `reports a damaged value as such, without a crash`(table: String, change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal.sqlite")
    try Self.fill(path)
    let session = try Self.readAll(path)
    #expect(session == 1, "the journal is intact")
    try damageJournal(at: path, "UPDATE OR IGNORE \(table) SET \(change)")
    #expect {
      _ = try Self.readAll(path)
    } throws: { error in
      if case JournalError.damaged = error { true } else { false }
    }
  }

  private static let noon = Moment.noon
  private static let day = noon.wallClock.date

  /// Creates a journal with at least one row in each table that is read.
  static func fill(_ path: String) throws {
    let journal = try Journal(path: path)
    let ring = try journal.pair(
      DeviceID("A"), family: "colmi-ring", name: "ring", advertisedName: "R02", wearer: "me", at: noon)
    try journal.setRevisions(of: ring, hardware: "1", firmware: "2")
    let begin = noon - .hours(1)
    let session = try journal.begin("raw", with: ring, at: begin, zone: "UTC")
    let frame = RecordedFrame(
      device: ring.identifier, direction: .received, characteristic: BluetoothUUID("180D")!, bytes: [1, 2],
      time: Date(timeIntervalSince1970: Double(begin.milliseconds) / 1000), zone: "UTC", secondsFromGMT: 0)
    try journal.insert([frame], intoSession: session.id)
    let none = Provenance(frames: [], decoder: "")
    func at(_ minute: Int) -> WallClock { WallClock(date: day, minuteOfDay: minute) }
    func statement(
      _ log: LogID, _ readings: Readings, _ metrics: [Metric] = [], sleep: Night.Kind? = nil
    ) -> LogEntry {
      LogEntry(
        log: log, readings: readings, days: [day], metrics: metrics, sleep: sleep, frames: [0], decoder: "test")
    }
    let night = Night(
      kind: .night, start: at(-60), end: at(300), stages: [.init(stage: .deep, minutes: 360)], provenance: none)
    let total = DailyTotals(date: day, steps: 9, meters: 8, kilocalories: 7, activeMinutes: 6, provenance: none)
    let contents = SessionContents(
      statements: [
        statement(
          .heartRate,
          Readings(samples: [Sample(.heartRate, 60, start: at(480), source: .log, provenance: none)]), [.heartRate]),
        statement(.sleep, Readings(nights: [night]), sleep: .night),
        statement(.totals, Readings(totals: [total])),
      ],
      clockEvents: [
        .init(
          frame: 0, time: begin, zone: "UTC", wrongDate: nil, found: PriorClock(secondsFromGMT: 60, certainty: .certain)
        )
      ],
      raw: [RawChunk(.accelerometer, start: begin, offsets: [0], values: [1, 2, 3], countsPerG: 512)],
      hadCorrectDate: true, verifiedCount: 3)
    let refused = try journal.apply(
      DecodedSession(contents, decoder: "test", frames: [(1, noon + .days(2))]), toSession: session.id)
    #expect(refused.isEmpty)
    try journal.write {
      try $0.run("UPDATE session SET ended = ?, outcome = 'lost'", [noon.milliseconds])
    }
    try journal.note([("rate", "5 min")], of: ring, at: noon)
    try journal.keep(
      [
        DerivedValue(
          .restingHeartRate, 55, start: noon, length: 1, algorithm: "a", version: 1, confidence: 0.5,
          inputs: [DerivedInput(.sleeps(count: 2, days: 14), frames: "1-2")])
      ], of: "me")
    try journal.keep(
      Workout(.running, start: noon, length: 60, meters: 1, kilocalories: 2, source: .live), of: "me", heart: ring)
    try journal.change(profileOf: "me") { $0.stepGoal = 9000 }
  }

  /// Reads all data and returns the number of the session.
  static func readAll(_ path: String) throws -> Int {
    let journal = try Journal(path: path)
    _ = try journal.profile(of: "me")
    guard let ring = try journal.allDevices().first else { return 0 }
    _ = try journal.settingsHistory(of: ring)
    guard let session = try journal.latestSessions(of: ring, limit: 9).first else { return 0 }
    _ = try journal.sessions(of: ring, since: noon - .days(1))
    _ = try journal.frames(ofSession: session.id)
    _ = try journal.clockDifference(of: ring)
    _ = try journal.midnights(of: "me", from: day, to: day)
    _ = try journal.samples(of: .heartRate, in: .allTime)
    _ = try journal.samples(on: day, wearer: "me", metrics: Metric.known)
    _ = try journal.nights(from: day, to: day, wearer: "me")
    _ = try journal.movement(of: "me", from: day, to: day, withSources: true)
    _ = try journal.coverage(of: "me", from: day, to: day)
    _ = try journal.completeDays(of: ring)
    _ = try journal.explain(statement: 1, secondsFromGMT: 0)
    _ = try journal.derived(of: "me", in: .allTime)
    _ = try journal.derivedPoints(.restingHeartRate, of: "me", from: day, to: day)
    _ = try journal.workouts()
    _ = try journal.raw(.accelerometer, in: .allTime)
    _ = try journal.rawStreams(of: ring)
    try journal.export(in: .allTime, metrics: Metric.known, sleep: true) { _ in }
    return session.id
  }
}
