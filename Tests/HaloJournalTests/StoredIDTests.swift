import Foundation
import GRDB
import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

/// Settings and logs had English sentences in earlier versions. The twelfth migration reads them once.
@Suite("The ids of settings and logs")
struct StoredIDTests {
  /// The schemas with sentences.
  private static let earlier = Array(Schema.migrator.migrations.prefix(11))

  /// Settings as earlier versions stored them, and as they are stored now.
  private static let settings = [
    ("heart rate", "every 7 minutes", "heart-rate", "PT7M"), ("heart rate", "every minute", "heart-rate", "PT1M"),
    ("SpO₂", "every 30 minutes", "spo2", "PT30M"), ("stress", "off", "stress", "off"),
    ("heart-rate variability", "on", "hrv", "on"),
    ("skin temperature", "every 1440 minutes", "temperature", "PT1440M"),
    // What no version wrote stays, and is no setting.
    ("mood", "often", "words:mood", "words:often"), ("stress", "every 5 hours", "stress", "words:every 5 hours"),
    ("stress", "every few minutes", "stress", "words:every few minutes"),
    ("stress", "every 05 minutes", "stress", "words:every 05 minutes"),
    ("stress", "every 99999999999999999999 minutes", "stress", "words:every 99999999999999999999 minutes"),
  ]

  /// Logs as earlier versions stored them, and as they are stored now.
  private static let logs = [
    ("heart rate", "heart-rate"), ("heart rate by hand", "manual-heart-rate"), ("SpO₂", "spo2"), ("stress", "stress"),
    ("heart-rate variability", "hrv"), ("skin temperature", "skin-temperature"),
    ("skin temperature at intervals", "skin-temperature-intervals"), ("sleep", "sleep"), ("naps", "naps"),
    ("activity", "activity"), ("totals", "totals"), ("live", "live"),
    // That of a driver from elsewhere.
    ("speed and cadence", "speed and cadence"),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a journal of an earlier schema, with every setting, and a day of every log.
  private func old(_ schema: String) throws -> String {
    let path = folder.path("old.sqlite")
    let queue = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(queue, upTo: schema)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO wearer (id, name, created) VALUES (1, 'me', 0);
          INSERT INTO device (id, wearer, identifier, family, name, paired) VALUES (1, 1, 'A', 'f', 'ring', 0);
          INSERT INTO session (id, device, purpose, begun, ended, zone) VALUES (1, 1, 'sync', 1794400000000, 1794400001000, 'UTC')
          """)
      for (number, setting) in Self.settings.enumerated() {
        try db.execute(
          sql: "INSERT INTO setting (device, time, name, value) VALUES (1, ?, ?, ?)",
          arguments: [1_794_400_000_000 + number, setting.0, setting.1])
      }
      for (number, log) in Self.logs.enumerated() {
        try db.execute(
          sql: """
            INSERT INTO statement (id, session, log, decoder, received, verified, frames)
            VALUES (:id, 1, :log, 'test', 1794400000000, 1, '')
            """, arguments: ["id": number + 1, "log": log.0])
        try db.execute(
          sql: """
            INSERT INTO coverage (device, log, day, statement, received, complete)
            VALUES (1, :log, '2026-11-10', :id, 1794400000000, 1)
            """, arguments: ["id": number + 1, "log": log.0])
      }
    }
    try queue.close()
    return path
  }

  private func expectIDs(_ journal: Journal, isMerged: Bool = false) throws {
    let device = try #require(try journal.allDevices().first)
    let settings = try journal.settingsHistory(of: device)
    // A merge does not accept a number that is not possible.
    let expected = isMerged ? Self.settings.dropLast() : Self.settings[...]
    #expect(settings.map(\.name) == expected.map { $0.2 })
    #expect(settings.map(\.value) == expected.map { $0.3 })
    #expect(settings.map(\.time.milliseconds) == expected.indices.map { 1_794_400_000_000 + $0 })
    guard !isMerged else { return }
    let ids = Self.logs.map { $0.1 }
    #expect(Set(try journal.completeDays(of: device).map(\.log.rawValue)) == Set(ids))
    #expect(try journal.read { try String.fetchAll($0, sql: "SELECT log FROM statement ORDER BY id") } == ids)
    #expect(
      try journal.read {
        try String.fetchAll(
          $0, sql: "SELECT coverage.log FROM coverage JOIN statement ON statement.id = statement ORDER BY id")
      } == ids, "a day's log is that of its statement")
  }

  @Test(arguments: earlier)
  func `replace the sentences of an earlier version, which are kept if they are not known`(schema: String) throws {
    try expectIDs(Journal(path: old(schema)))
  }

  @Test(arguments: earlier)
  func `replace them in a restored journal`(schema: String) throws {
    let path = folder.path("new.sqlite")
    _ = try Journal.restore(old(schema), to: path, replacing: false)
    try expectIDs(Journal(path: path))
  }

  @Test(arguments: earlier)
  func `replace them in a journal that is merged, so that nothing is added twice`(schema: String) throws {
    let path = try old(schema)
    let journal = try Journal(path: folder.path("mine.sqlite"))
    for _ in 0..<2 {
      _ = try journal.merge(
        MergeSource(path, name: "other", beside: journal.path), at: Moment.noon + .days(1), families: [],
        decode: { _, _, _ in throw CancellationError() })
      try expectIDs(journal, isMerged: true)
    }
  }

  @Test func `are not changed when the journal is opened again`() throws {
    let path = try old(Self.earlier[10])
    for _ in 0..<3 { try expectIDs(Journal(path: path)) }
  }
}
