import GRDB
import HaloFoundation

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
        try JournalCheck.kinds(db, path: path)
        try db.execute(sql: "ATTACH DATABASE ? AS draft", arguments: [draft])
        return try preview(db)
      }
    }
  }

  private func preview(_ db: Database) throws -> ImportSummary {
    var summary = ImportSummary(self)
    for (group, parts) in devices {
      let device = try Journal.device(group.identifier, db).flatMap { $0.wearer == group.wearer ? $0.id : nil } ?? 0
      for metric in Metric.known {
        let tables = parts.filter { groups[$0].metrics.contains(metric) }.map {
          "SELECT start, source, length, doubtful FROM draft.\(Self.table($0, metric))"
        }
        guard !tables.isEmpty else { continue }
        let new = try db.number(
          """
          SELECT count(*) FROM (SELECT start, source, length, min(doubtful) AS doubtful
            FROM (\(tables.joined(separator: " UNION ALL "))) GROUP BY \(Self.key(metric))) AS draft
          WHERE NOT EXISTS (SELECT 1 FROM sample WHERE device = ? AND metric = ? AND sample.start = draft.start
            AND sample.source = draft.source AND (statement IS NULL OR sample.doubtful <= draft.doubtful)
            AND (statement IS NOT NULL OR \(metric.isCount ? "sample.length = draft.length" : "true")))
          """, [device, metric.code])
        summary.note(new ?? 0, .metric(metric), of: group)
      }
      var seen: [String: String] = [:]
      for part in parts {
        try db.forEach(Self.others, [part]) { row in
          let text: String = try row.value("entry")
          guard let entry = StoredEntry.entry(text) else { return }
          if let first = seen["\(entry.kind) \(entry.start)"] {
            return summary.note(first == text ? .repeated : .contradicted, of: groups[part], at: try row.value("place"))
          }
          seen["\(entry.kind) \(entry.start)"] = text
          if try ImportWriter.isNew(entry, device: device, wearer: group.wearer, db) {
            summary.note(1, entry.kind, of: group)
          }
        }
      }
    }
    try noteRepeats(in: &summary, db)
    return summary
  }

  /// The first group of each device, with the numbers of all its groups.
  private var devices: [(group: Group, parts: [Int])] {
    Dictionary(grouping: groups.indices.filter { !groups[$0].amounts.isEmpty }) { number in
      [groups[number].identifier.text, groups[number].wearer]
    }.values.sorted { $0[0] < $1[0] }.map { (groups[$0[0]], $0) }
  }

  /// The entries of a source in the draft that are no samples.
  static let others = "SELECT place, entry FROM draft.other WHERE source = ? ORDER BY rowid"

  /// The columns that identify a sample of a metric. Two counts with one start may end at different times.
  private static func key(_ metric: Metric) -> String { metric.isCount ? "start, source, length" : "start, source" }

  /// Notes the samples that the file has more than once, and those that contradict another one.
  func noteRepeats(in summary: inout ImportSummary, _ db: Database) throws {
    for (group, parts) in devices {
      for metric in Metric.known where summary.hasKnown(.metric(metric), of: group) {
        let tables = parts.filter { groups[$0].metrics.contains(metric) }.map {
          "SELECT \($0) AS part, rowid AS row, * FROM draft.\(Self.table($0, metric))"
        }
        try db.forEach(
          """
          SELECT part, place, value = first AND length = reach AS equal FROM (
            SELECT *, first_value(value) OVER same AS first, first_value(length) OVER same AS reach, row_number() OVER same AS number
            FROM (\(tables.joined(separator: " UNION ALL ")))
            WINDOW same AS (PARTITION BY \(Self.key(metric)) ORDER BY part, row)) WHERE number > 1
          """
        ) { row in
          summary.note(
            try row.value("equal") ? .repeated : .contradicted, of: groups[try row.value("part")],
            at: try row.value("place"))
        }
      }
    }
  }
}
