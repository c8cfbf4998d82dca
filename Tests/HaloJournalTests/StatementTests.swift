import HaloTesting
import GRDB
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import Testing

@testable import HaloJournal

@Suite("Repeated statements of a device")
struct StatementTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `partial, overlapping statements in any order give the same samples`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sessions = Self.sessions(&random)
    var results: [[String]] = []
    for _ in 0..<4 {
      let folder = try TemporaryFolder()
      let journal = try Journal(path: folder.path("journal.sqlite"))
      let device = try journal.pair(
        DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
      for decoded in sessions.shuffled(using: &random) {
        // A repeated report has no effect.
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let session = try journal.begin("sync", with: device, at: Moment.noon, zone: "UTC")
          try journal.apply(decoded, toSession: session.id)
        }
      }
      results.append(
        try journal.read { db in
          try String.fetchAll(
            db, sql: "SELECT metric || ' ' || start || ' ' || source || ' ' || value FROM sample ORDER BY 1")
        })
    }
    #expect(results.allSatisfy { $0 == results[0] })
    #expect(!results[0].isEmpty)
  }

  /// Some sessions about two days; later ones have other samples, including smaller counts.
  private static func sessions(_ random: inout SeededGenerator) -> [DecodedSession] {
    (0..<6).map { hour in
      let statements = (0..<2).flatMap { daysAgo -> [LogEntry] in
        let day = Moment.noon.wallClock.date.adding(days: -daysAgo)
        func samples(_ metric: Metric) -> [Sample] {
          (0..<12).filter { _ in Bool.random(using: &random) }.map { slot in
            Sample(
              metric, Double(Int.random(in: 40...120, using: &random)),
              start: WallClock(date: day, minuteOfDay: slot * 60), source: .log,
              provenance: Provenance(frames: [], decoder: "test"))
          }
        }
        return [(LogID.heartRate, Metric.heartRate), (.activity, .steps)].map { log, metric in
          LogEntry(
            log: log, readings: Readings(samples: samples(metric)), days: [day], metrics: [metric], frames: [0],
            decoder: "test")
        }
      }
      let start = Moment(milliseconds: 0, secondsFromGMT: 0)
      return DecodedSession(
        SessionContents(
          statements: statements, clockEvents: [.init(frame: 0, time: start, zone: "UTC", wrongDate: nil)]),
        decoder: "test", frames: [(1, Moment.noon + .hours(hour))])
    }
  }

  @Test func `a statement stores the numbers of its frames and the time of the last one`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
    let session = try journal.begin("sync", with: device, at: Moment.noon, zone: "UTC")
    let statement = LogEntry(log: "stress", readings: Readings(), frames: [0, 2], decoder: "test")
    try journal.apply(
      DecodedSession(
        SessionContents(statements: [statement]), decoder: "test",
        frames: (0..<4).map { ($0 + 17, Moment.noon + .minutes($0)) }), toSession: session.id)
    let kept = try journal.read { db in
      try String.fetchAll(db, sql: "SELECT frames || ' ' || received FROM statement")
    }
    #expect(kept == ["17,19 \((Moment.noon + .minutes(2)).milliseconds)"])
  }

  @Test func `counts do not decrease after a restart; other samples missing in a later report are deleted`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
    let day = Moment.noon.wallClock.date
    func report(_ hour: Int, steps: [Int: Double], rates: [Int: Double]) throws {
      func samples(_ metric: Metric, _ values: [Int: Double]) -> [Sample] {
        values.map { hour, value in
          Sample(
            metric, value, start: WallClock(date: day, minuteOfDay: hour * 60), source: .log,
            provenance: Provenance(frames: [], decoder: "test"))
        }
      }
      let received = Moment.noon + .hours(hour)
      let session = try journal.begin("sync", with: device, at: received, zone: "UTC")
      let statements = [(LogID.activity, Metric.steps, steps), (.heartRate, .heartRate, rates)].map {
        LogEntry(
          log: $0, readings: Readings(samples: samples($1, $2)), days: [day], metrics: [$1], frames: [0],
          decoder: "test")
      }
      try journal.apply(
        DecodedSession(
          SessionContents(
            statements: statements, clockEvents: [.init(frame: 0, time: received, zone: "UTC", wrongDate: nil)],
            hadCorrectDate: true, verifiedCount: 2), decoder: "test", frames: [(1, received)]), toSession: session.id)
    }
    try report(0, steps: [8: 900, 9: 100], rates: [8: 80, 9: 70])
    try report(2, steps: [8: 40], rates: [9: 71, 10: 65])
    func values(_ metric: Metric) throws -> [Double] {
      try journal.samples(of: metric, in: .allTime).map(\.value)
    }
    #expect(try values(.steps) == [900, 100])
    #expect(try values(.heartRate) == [71, 65])
  }
}
