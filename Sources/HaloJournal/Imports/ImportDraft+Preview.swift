import GRDB
import HaloBluetooth
import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ImportDraft {
  /// What the draft has, and what of it would be new in the journal at `path`, which need not exist.
  ///
  /// - Throws: ``JournalError``.
  public func preview(for path: String) throws -> ImportSummary {
    let draft = try flush()
    var configuration = Configuration()
    configuration.readonly = true
    // A reader of its own: the journal's connections are needed for the data that arrives meanwhile.
    let hasJournal = FileManager.default.fileExists(atPath: path)
    return try Journal.explainingErrors(path) {
      let queue = try hasJournal ? DatabaseQueue(path: path, configuration: configuration) : DatabaseQueue()
      if !hasJournal { try Schema.migrator.migrate(queue) }
      return try queue.inDatabase { db in
        try db.execute(sql: "ATTACH DATABASE ? AS draft", arguments: [draft])
        return try preview(db)
      }
    }
  }

  private func preview(_ db: Database) throws -> ImportSummary {
    var summary = ImportSummary(self)
    var counted: Set<[String]> = []
    for group in groups where !group.amounts.isEmpty {
      let parts = groups.indices.filter {
        groups[$0].identifier == group.identifier && groups[$0].wearer == group.wearer
      }
      guard counted.insert([group.identifier.text, group.wearer]).inserted else { continue }
      let device = try Journal.device(group.identifier, db).flatMap { $0.wearer == group.wearer ? $0.id : nil } ?? 0
      for metric in Metric.allCases {
        let tables = parts.filter { groups[$0].metrics.contains(metric) }.map {
          "SELECT start, source, doubtful FROM draft.\(Self.table($0, metric))"
        }
        guard !tables.isEmpty else { continue }
        let new = try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM (SELECT start, source, min(doubtful) AS doubtful
              FROM (\(tables.joined(separator: " UNION ALL "))) GROUP BY start, source) AS draft
            WHERE NOT EXISTS (SELECT 1 FROM sample WHERE device = ? AND metric = ? AND sample.start = draft.start
              AND sample.source = draft.source AND (statement IS NULL OR sample.doubtful <= draft.doubtful))
            """, arguments: [device, metric.code])
        summary.note(new ?? 0, .metric(metric), of: group)
      }
      var seen: Set<String> = []
      for part in parts {
        let others = try String.fetchCursor(
          db, sql: "SELECT entry FROM draft.other WHERE source = ? ORDER BY rowid", arguments: [part])
        while let text = try others.next() {
          guard let entry = StoredEntry.entry(text), seen.insert("\(entry.kind) \(entry.start)").inserted,
            try ImportWriter.isNew(entry, device: device, wearer: group.wearer, db)
          else { continue }
          summary.note(1, entry.kind, of: group)
        }
      }
    }
    return summary
  }
}
