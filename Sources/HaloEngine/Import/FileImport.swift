public import HaloInterchange

/// Imports a file of another program, or an export of Halo. Data that the journal already has is not changed, so a file
/// can be imported again.
public struct FileImport {
  /// The file as it was read: it can be previewed, and then imported.
  public let draft: ImportDraft
  /// The file's format.
  public let format: ImportFormat
  private let name: String
  private let now: Moment
  private let released: CalendarDate?

  /// Reads a file into a draft beside the journal.
  ///
  /// - Parameters:
  ///   - reader: The file's reader, from ``ImportFile``.
  ///   - name: The file's name in messages and as the origin of the entries.
  ///   - journal: The path of the journal, which need not exist.
  ///   - wearer: The wearer if the file names none.
  ///   - now: The time.
  ///   - released: The day of the version's release: an earlier clock cannot be right.
  ///   - progress: Called with the part of the file that was read. An error ends the reading.
  /// - Throws: ``HaloInterchange/ImportError`` if the file cannot be read or has no possible measurement,
  ///   ``ImplausibleClock`` if `now` cannot be right, and ``HaloJournal/JournalError``.
  public init(
    reading reader: any ImportReader, name: String, beside journal: String, wearer: String, now: Moment,
    released: CalendarDate? = nil, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    // By a clock that is decades behind, everything in the file is in the future.
    try ImplausibleClock.check(now, released: released, newest: nil)
    draft = try ImportDraft(beside: journal, wearer: wearer, now: now, progress: progress)
    format = reader.format
    self.name = name
    self.now = now
    self.released = released
    try reader.read(into: draft)
    guard draft.isEmpty else { return }
    let refused = draft.refusals
    let problem: Phrase =
      refused.count == 0
      ? Phrase("\(name) holds nothing.")
      : Phrase("\(name) has no possible measurements: \(refused.words). Nothing was imported.")
    throw ImportError(Phrase.sentences([problem] + (draft.isDamaged ? draft.notes : [])) ?? problem)
  }

  /// Imports the draft in one transaction, and computes outdated derived values.
  ///
  /// - Throws: ``ImplausibleClock`` and ``HaloJournal/JournalError``; nothing is imported then.
  public func keep(in journal: Journal) throws -> ImportSummary {
    try ImplausibleClock.check(now, released: released, newest: journal.newestRecord())
    let summary = try journal.keep(draft, from: name, format: format.rawValue, at: now)
    try DerivedMetricsUpdater(journal).updateOutdated()
    return summary
  }

  /// Undoes an import: removes the entries that only it has, decodes what it had hidden again, and computes the derived
  /// values again, so that they equal those of a journal that never had it.
  ///
  /// - Returns: The number of removed entries.
  /// - Throws: ``HaloJournal/JournalError``.
  public static func undo(_ run: ImportRun, in journal: Journal, _ registry: DriverRegistry) throws -> Int {
    let decoder = SessionDecoder(journal, registry)
    let count = try journal.undo(run, families: decoder.families) { session, _, _ in try decoder.decode(session) }
    try DerivedMetricsUpdater(journal).updateOutdated()
    return count
  }
}
