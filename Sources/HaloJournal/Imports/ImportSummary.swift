/// What a file holds, and how much of it is new: the result of an import, or its preview.
public struct ImportSummary: Sendable, Hashable {
  /// A kind of entries.
  public enum Kind: Sendable, Hashable {
    /// Samples of a metric.
    case metric(Metric)
    /// Nights or naps.
    case sleep(Night.Kind)
    case workouts
  }

  /// The entries of one kind of a device.
  public struct Amount: Sendable, Hashable {
    public let kind: Kind
    /// The number of entries.
    public internal(set) var all = 0
    /// The number of those that the journal does not have yet, or did not have before the import.
    public internal(set) var new = 0
    /// The first entry.
    public internal(set) var first: Moment
    /// The last entry.
    public internal(set) var last: Moment
  }

  /// A device or an app, with its entries.
  public struct Source: Sendable, Hashable {
    public let identifier: String
    public let name: String
    public let wearer: String
    /// The entries by kind: metrics in the order of their definition, then sleep, then workouts.
    public internal(set) var amounts: [Amount]
    /// The number of entries that the file has more than once.
    public internal(set) var repeated = 0
    /// The number of entries that were left out because an earlier one in the file has another value for the same time.
    public internal(set) var contradicted = 0

    /// The number of entries.
    public var all: Int { amounts.reduce(0) { $0 + $1.all } }
    /// The number of new entries.
    public var new: Int { amounts.reduce(0) { $0 + $1.new } }
    /// The number of entries that the journal had already, or for which it has something that takes precedence.
    public var existed: Int { max(0, all - new - repeated - contradicted) }
  }

  /// The devices and apps, in the order of the file.
  public internal(set) var sources: [Source]
  /// The entries that cannot be measurements.
  public internal(set) var refused: ImportRefusals
  /// The entries that contradict an earlier one in the file.
  public internal(set) var contradictions = ImportRefusals()
  /// The numbers of entries of kinds that Halo does not keep, by kind.
  public internal(set) var leftOut: [String: Int]
  /// Sentences about the whole file.
  public internal(set) var notes: [Phrase]
  /// True if a part of the file is missing, or could not be read.
  public internal(set) var isDamaged: Bool
  /// The number of the import, by which it can be undone; `nil` in a preview, and if nothing is new.
  public internal(set) var run: Int?
}

extension ImportSummary {
  /// The contents of a draft, of which nothing is new yet.
  init(_ draft: ImportDraft) {
    self.init(
      sources: [], refused: draft.refusals, leftOut: draft.leftOut, notes: draft.notes,
      isDamaged: draft.isDamaged || draft.refusals.isUnreadable)
    for group in draft.groups where !group.amounts.isEmpty {
      let index = index(of: group) ?? sources.count
      if index == sources.count {
        sources.append(
          Source(identifier: group.identifier.text, name: group.source.name, wearer: group.wearer, amounts: []))
      }
      for amount in group.amounts { sources[index].add(amount) }
    }
    for index in sources.indices { sources[index].amounts.sort { $0.kind.order < $1.kind.order } }
  }

  /// Notes new entries of a kind.
  mutating func note(_ count: Int, _ kind: Kind, of group: ImportDraft.Group) {
    guard let index = index(of: group),
      let amount = sources[index].amounts.firstIndex(where: { $0.kind == kind })
    else { return }
    sources[index].amounts[amount].new += count
  }

  /// True if not all entries of a kind are new.
  func hasKnown(_ kind: Kind, of group: ImportDraft.Group) -> Bool {
    index(of: group).map { sources[$0].amounts.contains { $0.kind == kind && $0.new < $0.all } } ?? false
  }

  /// Notes an entry of a group that is not new, at a place of its part.
  mutating func note(_ outcome: ImportWriter.Outcome, of group: ImportDraft.Group, at number: Int) {
    guard let index = index(of: group) else { return }
    switch outcome {
    case .new, .existed: break
    case .repeated: sources[index].repeated += 1
    case .contradicted:
      sources[index].contradicted += 1
      contradictions.add(group.source.part.place(number))
    }
  }

  private func index(of group: ImportDraft.Group) -> Int? {
    sources.firstIndex { $0.identifier == group.identifier.text && $0.wearer == group.wearer }
  }
}

extension ImportSummary.Source {
  fileprivate mutating func add(_ amount: ImportSummary.Amount) {
    guard let index = amounts.firstIndex(where: { $0.kind == amount.kind }) else { return amounts.append(amount) }
    amounts[index].all += amount.all
    amounts[index].first = min(amounts[index].first, amount.first)
    amounts[index].last = max(amounts[index].last, amount.last)
  }
}

extension ImportSummary.Kind {
  fileprivate var order: Int {
    switch self {
    case .metric(let metric): Metric.known.firstIndex(of: metric) ?? 0
    case .sleep(.night): 1000
    case .sleep(.nap): 1001
    case .workouts: 1002
    }
  }
}
