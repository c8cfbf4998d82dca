import Foundation
import GRDB
import HaloBluetooth
import HaloHealth
import HaloTesting
import HaloText
import Testing

@testable import HaloJournal

/// Tests a number that no version of Halo writes in each column of a valid journal, which is then read, restored and
/// merged.
@Suite("A number that is not possible")
struct ForeignNumberTests {
  private static let numbers = ["-9223372036854775808", "9223372036854775807", "9007199254740993"]
  private static let reals = ["9e999", "-1e300"]
  private static let texts = [
    "deep 9223372036854775807,light 1", "light -9223372036854775808", "[9223372036854775807]",
    "[", "0-9223372036854775806", "PT9223372036854775807M",
    #"{"sleep":"night","stages":"rem 9223372036854775807","start":"2026-11-20T00:00:00+00:00"}"#,
    #"{"workout":"running","length":9223372036854775807,"source":"live","start":"9999-12-31T23:59:59+00:00"}"#,
  ]

  /// The statements that set one value of a table.
  private static func changes(of table: String, _ db: Database) throws -> [String] {
    var place = 0
    return try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table]).flatMap { row in
      let values =
        switch row["type"] as String {
        case "INTEGER": numbers
        case "REAL": reals
        case "TEXT": texts.map { "'\($0)'" }
        case "ANY": numbers + reals + texts.map { "'\($0)'" }
        default: [String]()
        }
      // One value of each column, or all with HALO_FOREIGN_NUMBERS=all, which takes a minute.
      place += 1
      let isComplete = ProcessInfo.processInfo.environment["HALO_FOREIGN_NUMBERS"] == "all"
      let chosen = isComplete || values.isEmpty ? values : [values[place % values.count]]
      return chosen.map { "UPDATE OR IGNORE \(table) SET \(row["name"] as String) = \($0)" }
    }
  }

  private static let tables = [
    "wearer", "device", "session", "characteristic", "frame", "clock", "statement", "coverage", "import", "import_run",
    "import_spare", "sample", "night", "total", "derived", "workout", "raw", "setting", "profile", "priority",
  ]

  /// A journal with rows in all tables.
  private static func fill(_ path: String) throws {
    try DamagedRecordTests.fill(path)
    let journal = try Journal(path: path)
    let ring = try #require(try journal.allDevices().first)
    for (place, minutes) in [300, 310].enumerated() {
      let entries: [ImportedEntry] = [
        .sleep(
          .night, start: .noon - .days(9), stages: [.init(stage: .deep, minutes: minutes)], isDoubtful: false,
          inBed: nil),
        .sample(.steps, Double(minutes), start: .noon - .days(8), length: 60_000, .log, isDoubtful: false),
        .workout(Workout(.walking, start: .noon - .days(7), length: minutes * 1000, source: .live)),
      ]
      _ = try journal.keep(
        entries, of: DeviceID("B"), name: "watch", family: "", wearer: "me", from: "file \(place)",
        at: .noon + .minutes(place))
    }
    try journal.prioritize([ring], for: .sleep, of: "me")
    try journal.setPriorClockToUTC(ring)
  }

  /// Reads everything, and what only imports have.
  private static func readAll(_ path: String) throws {
    _ = try DamagedRecordTests.readAll(path)
    let journal = try Journal(path: path)
    _ = try (
      journal.priorities(of: "me"), journal.newestRecord(), journal.newest(of: "me"), journal.knownDays(of: "me")
    )
    for workout in try journal.workouts() {
      _ = try (journal.recording(of: workout), journal.importOrigin(of: workout))
    }
    for run in try journal.importRuns() {
      _ = try journal.undo(run, families: []) { _, _, _ in throw CancellationError() }
    }
  }

  /// Returns the error of `body` as a sentence.
  private static func message(_ body: () throws -> Void) throws -> String? {
    do { try body() } catch let error as any PhrasedError { return error.phrase.english }
    return nil
  }

  @Test(arguments: tables)
  func `is refused with the name of the file that has it`(table: String) throws {
    let folder = try TemporaryFolder()
    let (valid, path, mine) = (folder.path("valid"), folder.path("other"), folder.path("mine"))
    try Self.fill(valid)
    try DamagedRecordTests.fill(folder.path("own"))
    let database = try DatabaseQueue(path: valid)
    let changes = try database.read { try Self.changes(of: table, $0) }
    try #expect(database.read { try Row.fetchOne($0, sql: "SELECT * FROM \(table)") } != nil, "the table has a row")
    try database.close()
    var refused = 0
    for change in changes {
      for name in [path, mine] {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: name + ending) }
      }
      try FileManager.default.copyItem(atPath: valid, toPath: path)
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let changed = try DatabaseQueue(path: path, configuration: configuration)
      try changed.writeWithoutTransaction { db in
        try db.execute(sql: change)
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      try changed.close()
      // Merged into a journal with other data, which stays readable.
      try FileManager.default.copyItem(atPath: folder.path("own"), toPath: mine)
      let merged = try Self.message {
        _ = try Journal(path: mine).merge(
          MergeSource(path, name: "other", beside: mine), at: .noon + .days(1), families: [],
          decode: { _, _, _ in throw CancellationError() })
      }
      if let merged {
        #expect(merged.contains("other") && !merged.contains("mine"), "\(change): \(merged)")
        refused += 1
      }
      let settings = try Journal(path: mine).allDevices().flatMap { try Journal(path: mine).settingsHistory(of: $0) }
      #expect(settings.allSatisfy { !$0.value.contains("9223372036854775807") }, "\(change)")
      let mineAfter = try Self.message { try Self.readAll(mine) }
      #expect(mineAfter == nil, "\(change): \(mineAfter ?? "")")
      let restored = try Self.message {
        _ = try Journal.restore(path, to: folder.path("restored"), replacing: true)
      }
      if let restored { #expect(restored.contains(path) && !restored.contains("/restored "), "\(change): \(restored)") }
      let read = try Self.message { try Self.readAll(path) }
      if let read { #expect(read.contains(path), "\(change): \(read)") }
    }
    // The fields of a profile have bounds of their own: values out of them are ignored.
    #expect(table == "profile" || refused > 0)
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON sample BEGIN DELETE FROM sample; END", "CREATE VIEW v AS SELECT 1",
    "DROP TABLE priority; CREATE VIEW priority AS WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b FROM a) SELECT b FROM a",
    "DROP TABLE grdb_migrations; CREATE VIEW grdb_migrations AS WITH RECURSIVE a (identifier) AS (SELECT 'x' UNION ALL SELECT identifier FROM a) SELECT identifier FROM a",
    "CREATE VIRTUAL TABLE f USING fts5 (text)",
  ])
  func `a view, a trigger or a virtual table is refused at once by everything that reads the journal`(_ change: String)
    throws
  {
    let folder = try TemporaryFolder()
    let (path, mine) = (folder.path("other"), folder.path("mine"))
    try Self.fill(path)
    try DamagedRecordTests.fill(mine)
    let journal = try Journal(path: path)
    let database = try DatabaseQueue(path: path)
    try database.write { try $0.execute(sql: change) }
    try database.close()
    let bodies: [() throws -> Void] = [
      { _ = try Journal(path: path) }, { _ = try Journal.isOfEarlierVersion(path) },
      { try journal.backUp(to: folder.path("backup")) },
      { _ = try Journal.restore(path, to: folder.path("restored"), replacing: true) },
      { _ = try MergeSource(path, name: path, beside: mine) },
    ]
    for body in bodies {
      let message = try Self.message(body)
      #expect(
        message?.contains("\(path) is damaged or not a Halo journal (it has a view or a trigger") == true,
        "\(message ?? "")")
    }
  }

  @Test func `an error while two journals are merged names the one whose contents caused it`() throws {
    let folder = try TemporaryFolder()
    let (path, mine) = (folder.path("other"), folder.path("mine"))
    try Self.fill(path)
    try Self.fill(mine)
    let source = try MergeSource(path, name: "other", beside: mine)
    let journal = try Journal(path: mine)
    func merge() throws {
      _ = try journal.merge(
        source, at: .noon + .days(1), families: [], decode: { _, _, _ in throw CancellationError() })
    }
    // The copy was checked before.
    try damageJournal(at: source.path, "UPDATE import SET runs = '['; UPDATE night SET stages = 'deep 9000000000000'")
    let theirs = try Self.message { try merge() }
    #expect(
      theirs?.hasPrefix("other is damaged or not a Halo journal (") == true && theirs?.contains("mine") == false,
      "\(theirs ?? "")")
    try damageJournal(at: mine, "UPDATE import SET runs = '['")
    let ours = try Self.message { try merge() }
    #expect(ours?.hasPrefix("\(mine) is damaged") == true && ours?.contains("other") == false, "\(ours ?? "")")
  }
}
