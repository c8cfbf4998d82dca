import GRDB

extension Journal {
  /// Merges another journal of the same wearers in one transaction. Everything in both is there once afterwards: sessions
  /// and their frames, imported entries, recorded workouts, settings of devices, and the fields of profiles that are not
  /// set here. The sessions of devices with new frames are decoded again, in the order of their times, so that the result
  /// does not depend on which journal is merged into which.
  ///
  /// Derived values are not updated; do that for ``MergeSummary/wearers`` afterwards.
  ///
  /// - Parameters:
  ///   - source: The other journal.
  ///   - wearer: The wearer here of the other journal's data; `nil` if it has the same wearers.
  ///   - now: The time.
  ///   - isPreview: True to find what would be new, and to change nothing.
  ///   - families: The families whose sessions `decode` can decode.
  ///   - progress: Called with the part that was done, 0…1. An error ends the merge.
  ///   - decode: Decodes a session's frames.
  /// - Throws: ``MergeError``, ``JournalError``, or an error of `progress`; nothing is changed then.
  public func merge(
    _ source: MergeSource, as wearer: String? = nil, at now: Moment, isPreview: Bool = false, families: Set<String>,
    progress: (Double) throws -> Void = { _ in }, decode: Decoding
  ) throws -> MergeSummary {
    var summary = MergeSummary()
    try write(inTransaction: false) { db in
      try db.execute(sql: "ATTACH DATABASE ? AS other", arguments: [source.path])
      defer { try? db.execute(sql: "DETACH DATABASE other") }
      try source.explainingErrors(of: path, db) {
        try db.inTransaction(.immediate) {
          defer { JournalMerger.dropTables(db) }
          try db.run("INSERT OR IGNORE INTO metric SELECT * FROM other.metric", [])
          var merger = try JournalMerger(db, file: source.name, now: now)
          try merger.mergeWearers(as: wearer)
          try merger.mergeDevices()
          try merger.mergeSessions { try progress($0 * 0.3) }
          try merger.mergeNotes()
          let sessions = try Self.sessionsToDecode(families: families, of: merger.changedDevices, db)
          try Self.deleteDecoded(sessions, db)
          try merger.mergeImports()
          summary = merger.summary
          if isPreview { return .rollback }
          try db.markDerivedOutdated(of: summary.wearers)
          try Self.decodeAgain(
            sessions,
            { session, number, count in
              try progress(0.3 + 0.7 * Double(number) / Double(count))
              return try decode(session, number, count)
            }, db)
          return .commit
        }
      }
    }
    return summary
  }
}
