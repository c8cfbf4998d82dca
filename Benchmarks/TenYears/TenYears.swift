import GRDB
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures ten years of one wearer in a journal: insertion, reading of a day and a year, and file size.
///
///     swift run -c release halo-ten-years [FRAMES]
///     swift run -c release halo-ten-years --smallest
///     swift run -c release halo-ten-years --journal PATH [DAYS]
///
/// The second form measures little and has no bounds. The third creates a journal for other measurements, without
/// measuring: ``TenYearsJournal``.
@main
enum TenYears {
  /// The amount of data, and whether the bounds hold for it.
  private struct Size {
    var days = 3650
    var frames = 5_000_000
    /// The numbers of days and of years that are read.
    var readDays = 200
    var readYears = 30
    var hasBounds = true

    /// A year must have 365 days before it.
    static let smallest = Size(days: 400, frames: 1000, readDays: 3, readYears: 2, hasBounds: false)
  }

  private static let last = CalendarDate(daysSince1970: 20_777)

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count >= 2, arguments[0] == "--journal" {
      let days = arguments.count > 2 ? Int(arguments[2]) : nil
      return try await TenYearsJournal.make(at: arguments[1], days: days ?? Size().days)
    }
    var size = arguments.first == "--smallest" ? Size.smallest : Size()
    size.frames = arguments.first.flatMap { Int($0) } ?? size.frames
    let days = size.days
    let folder = FileManager.default.temporaryDirectory.appending(path: "halo-ten-years-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "journal.sqlite").path()
    let journal = try Journal(path: path)
    let wearer = SimulatedPerson(seed: 1)
    let reported = (0..<days).map { statements(of: wearer.day(last.adding(days: $0 - days + 1))) }
    let rows = reported.joined().reduce(0) { $0 + $1.statement.readings.samples.count }

    let clock = ContinuousClock()
    let insertion = try clock.measure { try insert(reported, into: journal) }
    let withoutJournal = try clock.measure {
      try insertWithoutJournal(reported, path: folder.appending(path: "alone.sqlite").path())
    }
    print("\(rows) samples, \(days) nights")
    print(
      "insert: \(perSecond(rows, insertion)) samples/s; SQLite alone, same rows: \(perSecond(rows, withoutJournal)); ratio \(hundredths(withoutJournal / insertion))"
    )

    let frames = try clock.measure { try insertFrames(size.frames, into: journal) }
    print("frames: \(size.frames) in \(hundredths(frames / .seconds(1))) s")
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print("file: \(bytes / 1_048_576) MiB")

    var random = SeededGenerator(seed: 7)
    let dates = (0..<size.readDays).map { _ in last.adding(days: -Int.random(in: 0..<days, using: &random)) }
    let day = try median(dates) { date in
      let samples = try journal.samples(on: date, wearer: nil, metrics: Metric.known)
      let nights = try journal.nights(from: date, to: date)
      let movement = try journal.movement(of: nil, from: date, to: date, withSources: true)[date]
      _ = try journal.frames(ofStatements: Set(samples.values.joined().compactMap(\.statement)))
      precondition(samples[.heartRate]?.count == 288 && !nights.isEmpty && movement?.steps != nil)
    }
    let years = (0..<size.readYears).map { _ in last.adding(days: -Int.random(in: 0..<(days - 366), using: &random)) }
    let year = try median(years) { date in
      let trend = try journal.trend(of: .heartRate, from: date.adding(days: -364), to: date)
      precondition(trend.count == 365)
    }
    print("a day: \(hundredths(day)) ms; a year's trend: \(hundredths(year)) ms (medians, warm)")
    let (update, copying) = try measureUpdate(path, clock)
    print(
      "update from version \(oldVersion): \(hundredths(update / .seconds(1))) s; a backup of the same: \(hundredths(copying / .seconds(1))) s; ratio \(hundredths(update / copying))"
    )
    let isWithinBounds = day < 10 && year < 100 && withoutJournal / insertion >= 0.5 && update / copying <= 2
    if size.hasBounds && !isWithinBounds {
      print(
        "not within the bounds: a day under 10 ms, a year under 100 ms, at least half as fast as SQLite alone, an update at most twice as long as a backup"
      )
      exit(1)
    }
  }

  /// The version whose journal is updated: one of the tests' journals of earlier versions.
  private static let oldVersion = "0.10"

  /// Measures opening the journal as an earlier version stored it, and backing it up.
  private static func measureUpdate(_ path: String, _ clock: ContinuousClock) throws -> (Duration, Duration) {
    let old = path + ".old"
    try makeOld(old, from: path)
    var updated: Journal?
    let update = try clock.measure { updated = try Journal(path: old) }
    precondition(updated?.copyBeforeUpdate != nil, "The journal of version \(oldVersion) was not updated.")
    let copying = try clock.measure { try updated?.backUp(to: old + ".backup") }
    return (update, copying)
  }

  /// Writes this journal's data into the tables of an earlier version's journal. Columns that only one of them has are
  /// left out, so that a new migration needs no change here.
  private static func makeOld(_ old: String, from path: String) throws {
    let stored = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Tests/HaloEngineTests/Journal/Versions/\(oldVersion).sqlite")
    try FileManager.default.copyItem(at: stored, to: URL(filePath: old))
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: old, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "ATTACH DATABASE ? AS current", arguments: [path]) }
    try queue.write { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      for table in tables where table != "grdb_migrations" {
        let columns = try String.fetchAll(
          db,
          sql: """
            SELECT '"' || name || '"' FROM (
              SELECT name FROM pragma_table_info(?, 'main') INTERSECT SELECT name FROM pragma_table_info(?, 'current'))
            """, arguments: [table, table]
        ).joined(separator: ", ")
        try db.execute(sql: "DELETE FROM main.\(table)")
        guard !columns.isEmpty else { continue }
        try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM current.\(table)")
      }
    }
    try queue.close()
  }

  /// Returns the statements of a ring about a day, as the journal stores them.
  private static func statements(of day: SimulatedDay) -> [(statement: LogEntry, received: Moment)] {
    let received = Moment(WallClock(date: day.date.adding(days: 1), minuteOfDay: 480), secondsFromGMT: 3600)
    let provenance = Provenance(frames: [], decoder: "benchmark/1")
    let rates = day.heartRate.enumerated().map { slot, bpm in
      Sample(
        .heartRate, Double(bpm), start: WallClock(date: day.date, minuteOfDay: slot * 5), source: .log,
        provenance: provenance)
    }
    let steps = day.hours.map { hour in
      Sample(
        .steps, Double(hour.steps), start: WallClock(date: day.date, minuteOfDay: hour.hour * 60), minutes: 15,
        source: .log, provenance: provenance)
    }
    let night = Night(
      kind: .night, start: WallClock(date: day.date, minuteOfDay: day.night.start),
      end: WallClock(date: day.date, minuteOfDay: day.night.end), stages: day.night.stages, provenance: provenance)
    return [
      LogEntry(
        log: .heartRate, readings: Readings(samples: rates), days: [day.date], metrics: [.heartRate], frames: [0],
        decoder: provenance.decoder),
      LogEntry(
        log: "activity", readings: Readings(samples: steps), days: [day.date], metrics: [.steps], frames: [0],
        decoder: provenance.decoder),
      LogEntry(
        log: "sleep", readings: Readings(nights: [night]), days: [day.date], sleep: .night, frames: [0],
        decoder: provenance.decoder),
    ].map { ($0, received) }
  }

  /// Inserts one session per day, as for a person who syncs daily.
  private static func insert(
    _ days: [[(statement: LogEntry, received: Moment)]], into journal: Journal
  ) throws {
    let begin = Moment(milliseconds: 0, secondsFromGMT: 3600)
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: begin)
    for statements in days {
      let session = try journal.begin("sync", with: device, at: statements[0].received, zone: "UTC")
      try journal.apply(
        DecodedSession(
          SessionContents(
            statements: statements.map(\.statement),
            clockEvents: [.init(frame: 0, time: begin, zone: "UTC", wrongDate: nil)], hadCorrectDate: true,
            verifiedCount: statements.count),
          decoder: "benchmark/1", frames: [(1, statements[0].received)]), toSession: session.id)
    }
  }

  /// Inserts the same rows into the same table without any other work, in as many transactions.
  private static func insertWithoutJournal(_ days: [[(statement: LogEntry, received: Moment)]], path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE sample (device INTEGER NOT NULL, metric INTEGER NOT NULL, start INTEGER NOT NULL, source INTEGER NOT NULL,
            length INTEGER NOT NULL, wall INTEGER NOT NULL, value REAL NOT NULL, doubtful INTEGER NOT NULL DEFAULT 0,
            statement INTEGER, import INTEGER, PRIMARY KEY (device, metric, start, source)) STRICT, WITHOUT ROWID;
          CREATE INDEX sample_by_statement ON sample (statement) WHERE statement IS NOT NULL;
          """)
    }
    for (number, statements) in days.enumerated() {
      try pool.write { db in
        let insert = try db.cachedStatement(
          sql:
            "INSERT INTO sample (device, metric, start, source, length, wall, value, statement) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        for sample in statements.flatMap(\.statement.readings.samples) {
          let wall = sample.start.secondsSince1970
          try insert.execute(
            arguments: [
              1, sample.metric == .steps ? 6 : 1, (wall - 3600) * 1000, 1, sample.minutes * 60_000, wall, sample.value,
              number,
            ])
        }
      }
    }
  }

  private static func insertFrames(_ count: Int, into journal: Journal) throws {
    guard let device = try journal.device(DeviceID("A")) else { return }
    let session = try journal.begin(
      "sync", with: device, at: Moment(milliseconds: 0, secondsFromGMT: 0), zone: "UTC")
    let frame = RecordedFrame(
      device: device.identifier, direction: .received,
      characteristic: BluetoothUUID(high: 0x6E40_0003_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E),
      bytes: [UInt8](0..<16), time: Date(timeIntervalSince1970: 1_700_000_000), zone: "UTC", secondsFromGMT: 3600)
    for start in stride(from: 0, to: count, by: 100_000) {
      try journal.insert([RecordedFrame](repeating: frame, count: min(100_000, count - start)), intoSession: session.id)
    }
  }

  /// Returns the median time in milliseconds, after one warm-up round.
  private static func median<Input>(_ inputs: [Input], _ body: (Input) throws -> Void) rethrows -> Double {
    for input in inputs.prefix(20) { try body(input) }
    let clock = ContinuousClock()
    let times = try inputs.map { input in try clock.measure { try body(input) } / .milliseconds(1) }
    return times.sorted()[times.count / 2]
  }

  private static func perSecond(_ count: Int, _ duration: Duration) -> Int {
    Int(Double(count) / (duration / .seconds(1)))
  }

  private static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
