/// Merges another journal of the same wearer, for example of a phone that saw a part of the week.
public struct JournalMerge: Sendable {
  private let source: MergeSource
  private let wearer: String?
  private let registry: DriverRegistry
  private let now: Moment
  private let released: CalendarDate?
  private let progress: @Sendable (Double) throws -> Void

  /// The part of the work that the copy takes, an estimate for the progress.
  private static let copying = 0.1
  /// The part that is left for derived values.
  private static let updating = 0.2

  /// Copies and checks the other journal.
  ///
  /// - Parameters:
  ///   - path: The path of the other journal.
  ///   - name: Its name in messages.
  ///   - journal: The path of the journal to merge into.
  ///   - registry: The drivers that decode frames again.
  ///   - wearer: The wearer here of the other journal's data; `nil` if it has the same wearers.
  ///   - now: The time.
  ///   - released: The day of the version's release: an earlier clock cannot be right.
  ///   - progress: Called with the part that was done. An error ends the merge, and nothing is changed.
  /// - Throws: ``HaloJournal/MergeError``, ``ImplausibleClock`` if `now` cannot be right, ``HaloJournal/JournalError``.
  public init(
    _ path: String, name: String, into journal: String, _ registry: DriverRegistry, wearer: String? = nil, now: Moment,
    released: CalendarDate? = nil, progress: @escaping @Sendable (Double) throws -> Void = { _ in }
  ) throws {
    try ImplausibleClock.check(now, released: released, newest: nil)
    source = try MergeSource(path, name: name, beside: journal) { try? progress($0 * Self.copying) }
    self.registry = registry
    self.wearer = wearer
    self.now = now
    self.released = released
    self.progress = progress
  }

  /// Finds what would be new.
  ///
  /// - Throws: ``HaloJournal/MergeError`` and ``HaloJournal/JournalError``.
  public func preview(for journal: Journal) throws -> MergeSummary { try merge(into: journal, isPreview: true) }

  /// Merges the other journal in one transaction, and computes outdated derived values.
  ///
  /// - Throws: ``HaloJournal/MergeError``, ``ImplausibleClock`` and ``HaloJournal/JournalError``; nothing is changed then.
  public func run(into journal: Journal) throws -> MergeSummary {
    try ImplausibleClock.check(now, released: released, newest: journal.newestRecord())
    let summary = try merge(into: journal, isPreview: false)
    try DerivedMetricsUpdater(journal).updateOutdated()
    return summary
  }

  private func merge(into journal: Journal, isPreview: Bool) throws -> MergeSummary {
    let decoder = SessionDecoder(journal, registry)
    return try journal.merge(
      source, as: wearer, at: now, isPreview: isPreview, families: decoder.families,
      progress: { try progress(Self.copying + (1 - Self.copying - Self.updating) * $0) },
      decode: { session, _, _ in try decoder.decode(session) })
  }
}
