import HaloSimulatedRadio

/// The trials of a kind of file, the most promising first; without end.
struct TrialPlan {
  /// A reader with the columns that it reads.
  struct Family {
    let name: String
    let readers: [Trial.Reader]
    /// True if it reads a column, as far as is known.
    let reads: (_ table: String, _ column: String) -> Bool
    /// True if it takes a foreign file, so that a command can read the result.
    var takes = false
  }

  private struct Candidate {
    let column: Int
    /// One of these values of the column.
    let values: Range<Int>
    let family: Int
    /// What reads the result of a family that takes a file.
    var afterwards: Int?
    /// Commands that read the column.
    var following: [Int]?
  }

  /// Candidates in a random order, again and again.
  private struct Group {
    private var candidates: [Candidate] = []
    private var place = 0
    /// True after every candidate was used once.
    private(set) var isThrough = false

    var count: Int { candidates.count }

    /// Takes the lists in turn, so that the beginning has something of each.
    init(_ lists: [[Candidate]], _ random: inout SeededGenerator) {
      var lists = lists.map { $0.shuffled(using: &random) }.shuffled(using: &random)
      while !lists.isEmpty {
        for index in lists.indices { if let last = lists[index].popLast() { candidates.append(last) } }
        lists.removeAll(where: \.isEmpty)
      }
      isThrough = candidates.isEmpty
    }

    mutating func next(_ random: inout SeededGenerator) -> Candidate? {
      guard !candidates.isEmpty else { return nil }
      if place == candidates.count {
        candidates.shuffle(using: &random)
        place = 0
      }
      place += 1
      if place == candidates.count { isThrough = true }
      return candidates[place - 1]
    }
  }

  /// The order of the groups until every column with numbers in texts was tried, and afterwards.
  private static let turns = (first: [0, 0, 0, 0, 2, 0, 0, 0, 2, 3], later: [0, 3, 2, 3, 1, 3, 0, 3, 2, 3])

  private let columns: [ValueSchema.Column]
  private let keys: [String: [String]]
  private let values: [[(rank: HostileValue.Rank, value: HostileValue, of: String?)]]
  private let families: [Family]
  /// Commands that may read a journal that took a file.
  private let later: [ReadingCommands.Family]
  private var random: SeededGenerator
  /// Numbers in texts; the limits of numbers in foreign files; these limits elsewhere; everything else.
  private var groups: [Group] = []
  private var number: Int

  /// The numbers of candidates in each group.
  var counts: String { groups.map { "\($0.count)" }.joined(separator: " + ") }

  init(
    _ schema: ValueSchema, _ families: [Family], later: [ReadingCommands.Family], seed: UInt64, first number: Int = 0
  ) {
    random = SeededGenerator(seed: seed)
    self.number = number
    (columns, keys) = (schema.columns, schema.keys)
    values = schema.columns.map { HostileValue.all(for: $0.samples) }
    (self.families, self.later) = (families, later)
    var lists: [[[Candidate]]] = [[], [], [], []]
    for (column, found) in columns.enumerated() {
      let related = families.indices.filter { families[$0].reads(found.table, found.name) }
      let following = later.indices.filter { index in
        families.first { $0.name == later[index].name }?.reads(found.table, found.name) ?? false
      }
      func range(_ rank: HostileValue.Rank) -> Range<Int> {
        let first = values[column].firstIndex { $0.rank == rank } ?? 0
        return first..<(values[column].lastIndex { $0.rank == rank } ?? -1) + 1
      }
      let (texts, limits, others) = (range(.numbersInText), range(.limit), range(.other))
      let taking = related.filter { families[$0].name == ReadingCommands.importing }
      if !texts.isEmpty {
        // In turn: what reads the file itself, and what reads a journal that took it.
        lists[0].append(
          related.filter { following.isEmpty || !taking.contains($0) }.map {
            Candidate(column: column, values: texts, family: $0, following: following)
          })
        lists[0].append(
          taking.flatMap { family in
            following.map { Candidate(column: column, values: texts, family: family, afterwards: $0) }
          })
      }
      for value in limits.prefix(2) {
        lists[1].append(taking.map { Candidate(column: column, values: value..<value + 1, family: $0) })
      }
      if !limits.isEmpty {
        lists[2].append(
          related.map { Candidate(column: column, values: limits, family: $0, following: following) })
      }
      lists[3].append(
        others.flatMap { value in related.map { Candidate(column: column, values: value..<value + 1, family: $0) } })
    }
    groups = lists.map { Group($0, &random) }
  }

  /// The first trials: the limits of numbers in foreign files.
  mutating func beginning() -> [Trial] {
    var trials: [Trial] = []
    while !groups[1].isThrough, let candidate = groups[1].next(&random) {
      number += 1
      trials.append(trial(candidate, isQuick: true))
    }
    return trials
  }

  /// The next trial.
  mutating func next() -> Trial {
    number += 1
    let turns = groups[0].isThrough ? Self.turns.later : Self.turns.first
    var group = turns[number % turns.count]
    while true {
      if let candidate = groups[group].next(&random) { return trial(candidate, isQuick: group == 1) }
      group = (group + 1) % groups.count
    }
  }

  private mutating func trial(_ candidate: Candidate, isQuick: Bool) -> Trial {
    let (column, family) = (columns[candidate.column], families[candidate.family])
    // The first of two is the positive one, of which more traps are known.
    let isFirst = candidate.values.count == 2 && Int.random(in: 0..<4, using: &random) > 0
    let place = isFirst ? candidate.values.lowerBound : Int.random(in: candidate.values, using: &random)
    let (rank, value, text) = values[candidate.column][place]
    let isEvery = !value.isLarge && (isQuick || Int.random(in: 0..<10, using: &random) < (rank == .other ? 3 : 6))
    let rows: CellChange.Rows =
      if isEvery { .every } else if let text { .having(text) } else {
        .one(Int.random(in: 0..<column.rows, using: &random))
      }
    var reader = family.readers.randomElement(using: &random) ?? .upload
    if isQuick || candidate.afterwards != nil || Bool.random(using: &random) { reader = family.readers.first ?? reader }
    var afterwards: [String]?
    var name = family.name
    if !isQuick, family.takes, case .command(let arguments) = reader, !arguments.contains("--dry-run") {
      let command =
        (candidate.afterwards ?? candidate.following?.randomElement(using: &random)).map { later[$0] }
        ?? later.randomElement(using: &random)
      let target = arguments.last { $0 == "{own}" || $0 == "{new}" } ?? "{own}"
      afterwards = command?.variants.randomElement(using: &random)?.map { $0 == "{file}" ? target : $0 }
      name += " > \(command?.name ?? "")"
    }
    return Trial(
      number: number,
      change: CellChange(
        table: column.table, column: column.name, rows: rows, value: value, keys: keys[column.table] ?? []),
      family: name, reader: reader, afterwards: afterwards)
  }
}
