/// What a file has, and how much of it is new, for the command line and the page: a preview or the result of an import.
public struct ImportReport: Encodable, Sendable, Hashable {
  /// The entries of one kind.
  public struct Amount: Encodable, Sendable, Hashable {
    /// The kind: a metric as in an export, such as `heart-rate`, or `night`, `nap` or `workout`.
    public let kind: String
    /// The kind for people.
    public let title: Phrase
    /// The number of entries.
    public let all: Int
    /// The number of those that are new.
    public let new: Int
    /// The day of the first entry.
    public let first: CalendarDate
    /// The day of the last entry.
    public let last: CalendarDate
  }

  /// A device or an app.
  public struct Source: Encodable, Sendable, Hashable {
    /// The identifier, such as an address.
    public let identifier: String
    public let name: String
    public let wearer: String
    /// The entries by kind.
    public let amounts: [Amount]

    /// The number of entries.
    public var all: Int { amounts.reduce(0) { $0 + $1.all } }
    /// The number of new entries.
    public var new: Int { amounts.reduce(0) { $0 + $1.new } }
    /// The number of entries that the journal had already, or for which it has something that takes precedence.
    public let existed: Int
    /// The number of entries that the file has more than once.
    public let repeated: Int
    /// The number of entries that were left out because an earlier one in the file has another value for the same time.
    public let contradicted: Int

    /// What became of the entries, as a sentence.
    public var words: Phrase {
      let rest = [
        existed > 0 ? Phrase("\(existed) existed already") : nil,
        repeated > 0 ? Phrase("\(repeated) repeated in the file") : nil,
        contradicted > 0 ? Phrase("\(contradicted) contradicted by an earlier one") : nil,
      ].compactMap(\.self)
      let start =
        all == 1 ? Phrase("\(name): \(new) of 1 entry is new") : Phrase("\(name): \(new) of \(all) entries are new")
      return Phrase.list(rest).map { Phrase("\(start); \($0).") } ?? Phrase("\(start).")
    }
  }

  /// A kind of entries that Halo does not keep.
  public struct LeftOut: Encodable, Sendable, Hashable {
    /// The name in the file.
    public let kind: String
    /// The number of entries.
    public let count: Int
  }

  /// The file's name.
  public let file: String
  /// The name of the format.
  public let format: String
  /// The devices and apps.
  public let sources: [Source]
  /// What the file has that Halo does not keep, the most first.
  public let leftOut: [LeftOut]
  /// The number of entries that cannot be measurements.
  public let refused: Int
  /// A sentence with the places of those entries; `nil` without any.
  public let refusedWords: Phrase?
  /// Sentences about the whole file, such as the zone of its local times.
  public let notes: [Phrase]
  /// True if a part of the file is missing, or could not be read.
  public let isDamaged: Bool
  /// The number of the import, by which it can be undone; `nil` in a preview, and if nothing is new.
  public let number: Int?

  /// A report of a preview or a result.
  public init(_ summary: ImportSummary, file: String, format: String) {
    self.file = file
    self.format = format
    sources = summary.sources.map { source in
      Source(
        identifier: source.identifier, name: source.name, wearer: source.wearer,
        amounts: source.amounts.map { amount in
          Amount(
            kind: amount.kind.name, title: amount.kind.title, all: amount.all, new: amount.new,
            first: amount.first.wallClock.date, last: amount.last.wallClock.date)
        }, existed: source.existed, repeated: source.repeated, contradicted: source.contradicted)
    }
    leftOut = summary.leftOut.map { LeftOut(kind: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.kind) < ($0.count, $1.kind)
    }
    refused = summary.refused.count
    refusedWords = summary.refused.sentence
    notes = summary.notes + [summary.contradictions.contradiction].compactMap(\.self)
    isDamaged = summary.isDamaged
    number = summary.run
  }

  /// The number of kinds of entries that are named if they are left out.
  private static let mostKinds = 12

  /// A sentence with what the file has that Halo does not keep; `nil` if it keeps everything.
  public var leftOutWords: Phrase? {
    let more = leftOut.count - Self.mostKinds
    return Phrase.list(leftOut.prefix(Self.mostKinds).map { Phrase("\($0.kind) (\($0.count))") }).map {
      more > 0 ? Phrase("Halo does not keep: \($0), and \(more) other kinds.") : Phrase("Halo does not keep: \($0).")
    }
  }

  /// The number of new entries.
  public var new: Int { sources.reduce(0) { $0 + $1.new } }
}

extension ImportSummary.Kind {
  fileprivate var name: String {
    switch self {
    case .metric(let metric): metric.exportName
    case .sleep(let kind): kind.rawValue
    case .workouts: "workout"
    }
  }

  fileprivate var title: Phrase {
    switch self {
    case .metric(let metric): metric.title
    case .sleep(.night): Phrase("Nights")
    case .sleep(.nap): Phrase("Naps")
    case .workouts: Phrase("Workouts")
    }
  }
}
