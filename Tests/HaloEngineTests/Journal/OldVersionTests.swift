import HaloTesting
import Foundation
import GRDB
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloReports
import HaloWearables
import Testing

@testable import HaloJournal

/// Journals written by earlier versions of Halo: two days of a simulated ring, synced on two evenings, and a live heart
/// rate.
@Suite("A journal of an earlier version")
struct OldVersionTests {
  static let versions = ["0.4", "0.7", "0.10"]

  /// A sample as the earlier version stored it.
  private struct Stored: Hashable {
    let metric: Int
    let source: Int
    let start: Int
    let length: Int
    let value: Double
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func copy(of version: String) throws -> String {
    let path = folder.path("\(version).sqlite")
    let here = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Versions/\(version).sqlite")
    try FileManager.default.copyItem(at: here, to: URL(filePath: path))
    return path
  }

  private func stored(_ path: String) throws -> Set<Stored> {
    try DatabaseQueue(path: path).read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT metric, source, start, length, value FROM sample")
      return Set(rows.map { Stored(metric: $0[0], source: $0[1], start: $0[2], length: $0[3], value: $0[4]) })
    }
  }

  /// The numbers in a message, in any field; true is 1.
  private static func values(in json: Any) -> [Double] {
    switch json {
    case let object as [String: Any]: object.values.flatMap(values)
    case let list as [Any]: list.flatMap(values)
    case let number as NSNumber: [number.doubleValue]
    default: []
    }
  }

  @Test(arguments: versions)
  func `is opened, and a rebuild gives all data that it had`(version: String) throws {
    let path = try copy(of: version)
    let before = try stored(path)
    #expect(before.count > 500)
    do {
      let journal = try Journal(path: path)
      #expect(try journal.devices().count == 1)
      _ = try SessionDecoder(journal, .bundled).rebuild()
    }
    let after = try stored(path)
    #expect(after.isSuperset(of: before))
    // Version 0.4 did not store whether a device is charging.
    #expect(Set(after.subtracting(before).map(\.metric)).isDisjoint(with: before.map(\.metric)))
  }

  @Test(arguments: versions)
  func `is copied once, before the update`(version: String) throws {
    let path = try copy(of: version)
    let before = try stored(path)
    let schema = try DatabaseQueue(path: path).read { try Schema.migrator.completedMigrations($0).count }
    #expect(try Journal.isOfEarlierVersion(path))
    let kept = try #require(try Journal(path: path).copyBeforeUpdate)
    #expect(kept == "\(path).schema-\(schema)")
    #expect(try stored(kept) == before)
    #expect(try DatabaseQueue(path: kept).read { try Schema.migrator.completedMigrations($0).count } == schema)
    #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
    #expect(try !Journal.isOfEarlierVersion(path))
    #expect(try Journal(path: path).copyBeforeUpdate == nil)
    // After an earlier version was used again, the new copy gets another name.
    try FileManager.default.removeItem(atPath: path)
    _ = try copy(of: version)
    #expect(try Journal(path: path).copyBeforeUpdate == "\(kept)-2")
    #expect(try stored(kept) == before)
  }

  /// A program was ended while it created a journal.
  @Test(arguments: Schema.migrator.migrations.dropLast())
  func `is not copied without any data`(last: String) throws {
    let path = folder.path("new.sqlite")
    try Schema.migrator.migrate(DatabaseQueue(path: path), upTo: last)
    #expect(try Journal(path: path).copyBeforeUpdate == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    #expect(!names.contains { $0.contains("schema") }, "\(names)")
  }

  @Test func `is not changed if it cannot be copied`() throws {
    // With any suffix, the name would be too long for the file system.
    let path = folder.path(String(repeating: "j", count: 250))
    try FileManager.default.copyItem(atPath: copy(of: "0.4"), toPath: path)
    let before = try stored(path)
    let error = #expect(throws: JournalError.self) { try Journal(path: path) }
    guard case .notUpdated = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try stored(path) == before)
    #expect(try DatabaseQueue(path: path).read { try Schema.migrator.completedMigrations($0).count } == 1)
  }

  /// Arguments: SQL that makes a migration of 0.4's journal fail after its first statement, SQL that reverts it, the
  /// number of migrations completed before, and a column of the first statement.
  @Test(arguments: [
    ("ALTER TABLE workout ADD COLUMN heart INTEGER", "ALTER TABLE workout DROP COLUMN heart", 1, "machine"),
    ("ALTER TABLE clock ADD COLUMN certainty INTEGER", "ALTER TABLE clock DROP COLUMN certainty", 4, "found"),
  ])
  func `a failed update is rolled back, and continues the next time`(
    fault: String, remedy: String, done: Int, column: String
  ) throws {
    let path = try copy(of: "0.4")
    let before = try stored(path)
    try DatabaseQueue(path: path).write { try $0.execute(sql: fault) }
    #expect(throws: JournalError.self) { try Journal(path: path) }
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      #expect(try Schema.migrator.completedMigrations(db).count == done)
      let columns = try (db.columns(in: "workout") + db.columns(in: "clock")).map(\.name)
      #expect(!columns.contains(column), "the statement before the failed one is not rolled back")
      try db.execute(sql: remedy)
    }
    try queue.close()
    #expect(try stored(path) == before)
    let journal = try Journal(path: path)
    #expect(try journal.read { try Schema.migrator.hasCompletedMigrations($0) })
    #expect(try stored(path) == before)
  }

  @Test func `can be updated by two programs at once`() async throws {
    for number in 0..<8 {
      let path = try copy(of: "0.4")
      let before = try stored(path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { _ = try Journal(path: path) } }
        try await group.waitForAll()
      }
      #expect(try stored(path) == before, "attempt \(number)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("")) where name.hasPrefix("0.4") {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
    }
  }

  @Test(arguments: versions)
  func `has the default profile`(version: String) throws {
    let journal = try Journal(path: copy(of: version))
    #expect(try journal.wearers().count == 1)
    for wearer in try journal.wearers() { #expect(try journal.profile(of: wearer) == Profile()) }
  }

  @Test(arguments: versions)
  func `explains its computed values, with links once they are computed again`(version: String) throws {
    let journal = try Journal(path: copy(of: version))
    let wearer = try #require(try journal.wearers().first)
    let reports = try Reports(journal: journal, wearer: wearer)
    let stored = try journal.derived(.timeAsleep, of: wearer, in: .allTime)
    for value in stored {
      let subject = ExplainSubject.computed(.timeAsleep, value.start.wallClock.date)
      let report = try reports.explanation(of: subject, .bundled) { _, _ in nil }
      #expect(report.inputs.first?.name.english.hasPrefix("the sleep of COLMI R12_0001, 2026-11-") == true)
      #expect(!report.frames.isEmpty && report.inputs.allSatisfy { $0.links.isEmpty })
    }
    #expect(stored.isEmpty == (version != "0.10"))
    try DerivedMetricsUpdater(journal).updateOutdated()
    let values = try journal.derived(of: wearer, in: .allTime)
    #expect(!values.isEmpty && values.flatMap(\.inputs).allSatisfy { $0.source != nil })
    for value in values where value.metric == .timeAsleep {
      let subject = ExplainSubject.computed(.timeAsleep, value.start.wallClock.date)
      let report = try reports.explanation(of: subject, .bundled) { _, _ in nil }
      #expect(report.inputs.first?.name.english.hasPrefix("the sleep of COLMI R12_0001, ") == true)
      #expect(!report.frames.isEmpty && report.inputs.first?.links.first?.explain.hasPrefix("sleep@") == true)
    }
  }

  @Test(arguments: versions)
  func `explains every sample by a message with its value`(version: String) throws {
    let journal = try Journal(path: copy(of: version))
    _ = try SessionDecoder(journal, .bundled).rebuild()
    var count = 0
    // Many samples are in the same message.
    var decoded: [[Int]: [Double]] = [:]
    for metric in Metric.known {
      for sample in try journal.samples(of: metric, in: .allTime) {
        let explanation = try #require(try journal.explain(sample))
        let numbers = explanation.frames.map(\.id)
        if decoded[numbers] == nil {
          let messages = DriverRegistry.bundled.messages(
            in: explanation.frames.map(\.frame), family: explanation.device.family)
          decoded[numbers] = try messages.flatMap {
            Self.values(in: try JSONSerialization.jsonObject(with: Data($0.utf8)))
          }
        }
        let values = decoded[numbers] ?? []
        #expect(values.contains { abs($0 - sample.value) < 1e-9 }, "\(metric) \(sample.value): \(values)")
        count += 1
      }
    }
    #expect(count > 500)
  }
}
