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
    let value: Int
    let family: Int
    /// What reads the result.
    let afterwards: Int?
  }

  private let columns: [ValueSchema.Column]
  private let values: [[(rank: HostileValue.Rank, value: HostileValue, of: String?)]]
  private let families: [Family]
  /// Commands that may read a journal that took a file.
  private let later: [ReadingCommands.Family]
  private var random: SeededGenerator
  /// Candidates in three groups: numbers in texts; limits of numbers in foreign files; limits elsewhere. Then all others.
  private var groups: [[Candidate]] = []
  private var others: [Candidate] = []
  private var (group, place, other) = (0, 0, 0)
  private var number = 0

  var candidateCount: Int { groups.reduce(others.count) { $0 + $1.count } }

  init(_ schema: ValueSchema, _ families: [Family], later: [ReadingCommands.Family], seed: UInt64) {
    random = SeededGenerator(seed: seed)
    columns = schema.columns
    values = schema.columns.map { HostileValue.all(for: $0.samples) }
    (self.families, self.later) = (families, later)
    groups = [[], [], []]
    for (column, found) in columns.enumerated() {
      let related = families.indices.filter { families[$0].reads(found.table, found.name) }
      let following = later.indices.filter { index in
        families.first { $0.name == later[index].name }?.reads(found.table, found.name) ?? false
      }
      for (value, entry) in values[column].enumerated() {
        for family in related {
          let candidate = Candidate(column: column, value: value, family: family, afterwards: nil)
          switch entry.rank {
          case .numbersInText where families[family].takes:
            groups[0] += following.map {
              Candidate(column: column, value: value, family: family, afterwards: $0)
            } + (following.isEmpty ? [candidate] : [])
          case .numbersInText: groups[0].append(candidate)
          case .limit: groups[families[family].takes ? 1 : 2].append(candidate)
          case .other: others.append(candidate)
          }
        }
      }
    }
    begin()
  }

  private mutating func begin() {
    for index in groups.indices { groups[index].shuffle(using: &random) }
    others.shuffle(using: &random)
    (group, place, other) = (0, 0, 0)
  }

  /// The next trial. Some are of values that are less promising.
  mutating func next() -> Trial {
    number += 1
    if number % 5 == 0, !others.isEmpty {
      other += 1
      return trial(others[other % others.count])
    }
    while group < groups.count, place >= groups[group].count { (group, place) = (group + 1, 0) }
    if group < groups.count {
      place += 1
      return trial(groups[group][place - 1])
    }
    other += 1
    if other >= others.count { begin() }
    return others.isEmpty ? next() : trial(others[other % others.count])
  }

  private mutating func trial(_ candidate: Candidate) -> Trial {
    let (column, family) = (columns[candidate.column], families[candidate.family])
    let (rank, value, text) = values[candidate.column][candidate.value]
    let isEvery = !value.isLarge && Int.random(in: 0..<10, using: &random) < (rank == .other ? 3 : 6)
    let rows: CellChange.Rows =
      if isEvery { .every } else if let text { .having(text) } else {
        .one(Int.random(in: 0..<column.rows, using: &random))
      }
    var reader = family.readers.randomElement(using: &random) ?? .upload
    if Bool.random(using: &random) || candidate.afterwards != nil { reader = family.readers.first ?? reader }
    var afterwards: [String]?
    var name = family.name
    if family.takes, case .command(let arguments) = reader, !arguments.contains("--dry-run") {
      let command =
        candidate.afterwards.map { later[$0] } ?? later.randomElement(using: &random)
      let target = arguments.last { $0 == "{own}" || $0 == "{new}" } ?? "{own}"
      afterwards = command?.variants.randomElement(using: &random)?.map { $0 == "{file}" ? target : $0 }
      name += " > \(command?.name ?? "")"
    }
    return Trial(
      number: number,
      change: CellChange(table: column.table, column: column.name, rows: rows, value: value),
      family: name, reader: reader, afterwards: afterwards)
  }
}
