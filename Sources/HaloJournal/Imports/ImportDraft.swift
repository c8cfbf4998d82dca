import GRDB

/// The entries of a file before they are imported, in a private database beside the journal, which is removed with the
/// draft. Reading a large file takes minutes: only the import of the finished draft locks the journal.
public final class ImportDraft: ImportReceiver {
  /// The largest number of sources in a file: more are the sign of a damaged or hostile one.
  private static let mostSources = 1000
  /// The number of samples in memory.
  private static let mostWaiting = 8192

  /// The entries of one source.
  struct Group {
    let source: ImportSource
    let wearer: String
    let identifier: DeviceID
    fileprivate let hash: UInt64
    /// The amounts of everything but samples.
    fileprivate var others: [ImportSummary.Kind: ImportSummary.Amount] = [:]
    fileprivate var samples: [Metric: Samples] = [:]
  }

  /// The samples of a metric.
  fileprivate struct Samples {
    var amount: ImportSummary.Amount
    /// Those that are still in memory.
    var waiting: [StagedSample] = []
    let table: String
    var hasTable = false

    mutating func add(_ sample: StagedSample, _ start: Moment) {
      amount.count(start)
      waiting.append(sample)
    }
  }

  let wearer: String
  private let journalPath: String
  private let bounds: DataBounds?
  /// The database, which is made when the memory for entries is full or the draft is finished.
  private var store: (file: StagedFile, queue: DatabaseQueue)?
  private let report: (Double) throws -> Void
  private(set) var groups: [Group] = []
  private var numbers: [ImportSource: Int] = [:]
  private var waitingCount = 0
  private var waitingOthers: [(source: Int, place: Int, text: String)] = []
  private(set) var digest = ImportDigest()
  /// The entries that cannot be measurements.
  public private(set) var refusals = ImportRefusals()
  private(set) var leftOut: [String: Int] = [:]
  /// Sentences about the whole file.
  public private(set) var notes: [Phrase] = []
  /// True if a part of the file is missing.
  public private(set) var isDamaged = false

  /// An empty draft.
  ///
  /// - Parameters:
  ///   - path: The journal's path. The draft is stored beside it.
  ///   - wearer: The wearer of sources for which the file names none.
  ///   - now: The time, which limits the times of entries.
  ///   - progress: Called with the part of the file that was read. An error ends the reading.
  /// - Throws: ``JournalError``.
  public convenience init(
    beside path: String, wearer: String, now: Moment, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    try self.init(beside: path, wearer: wearer, bounds: DataBounds(now: now), progress: progress)
  }

  /// A draft that, without `bounds`, accepts all entries, as versions before 0.9 did.
  package init(
    beside path: String, wearer: String, bounds: DataBounds?, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    guard DataBounds.isName(wearer) else { throw JournalError.badName }
    self.wearer = wearer
    self.bounds = bounds
    report = progress
    journalPath = path
  }

  /// True if the file has no entry that can be imported.
  public var isEmpty: Bool { !groups.contains { !$0.amounts.isEmpty } }

  /// Adds a source, or finds it.
  public func add(_ source: ImportSource) throws -> Int? {
    if let number = numbers[source] { return number }
    let wearer = source.wearer ?? wearer
    guard groups.count < Self.mostSources, DataBounds.isIdentifier(source.identifier), DataBounds.isName(source.name),
      DataBounds.isName(wearer)
    else { return nil }
    let number = groups.count
    let identifier = DeviceID(imported: source.identifier)
    groups.append(
      Group(
        source: source, wearer: wearer, identifier: identifier,
        hash: ImportDigest.hash("\(identifier.text)\n\(wearer)")))
    numbers[source] = number
    return number
  }

  /// Takes an entry.
  public func take(_ entry: ImportedEntry, of source: Int, place: Int) throws {
    // The number of a row in another program's database may be any.
    let place = min(max(place, 0), StoredNumber.amounts.upperBound)
    let hasOffset = StoredNumber.offsets.contains(entry.start.secondsFromGMT)
    if let problem = hasOffset ? bounds.flatMap(entry.problem) : .clock {
      return refuse(problem, in: groups[source].source.part, place: place)
    }
    if case .sample(let metric, let value, let start, let length, let kind, let isDoubtful) = entry {
      // A negative zero would be stored as a zero, and would not be equal to itself by its bits.
      let value = value == 0 ? 0 : value
      digest.add(groups[source].hash, metric.code << 8 | kind.code, start.milliseconds, length, value.bitPattern)
      groups[source].add(
        StagedSample(
          source: kind.code, start: start.milliseconds, length: length, wall: start.wallClock.secondsSince1970,
          value: value, isDoubtful: isDoubtful, place: place), metric, start, table: Self.table(source, metric))
    } else {
      let text = try StoredEntry.text(entry)
      digest.add(groups[source].hash, 0, 0, 0, ImportDigest.hash(try StoredEntry.text(entry, inAnyZone: true)))
      groups[source].count(entry)
      waitingOthers.append((source, place, text))
      // A night may have a thousand stages.
      waitingCount += text.utf8.count / 100
    }
    waitingCount += 1
    if waitingCount >= Self.mostWaiting { _ = try flush() }
  }

  /// Counts an entry that cannot be a measurement.
  public func refuse(_ problem: DataBounds.Problem, in part: ImportPart, place: Int) {
    refusals.add(part.place(place), problem)
  }

  /// Counts entries of a kind that Halo does not keep. Only the first thousand kinds are counted.
  public func leaveOut(_ kind: String, count: Int) {
    let kind = DataBounds.cleaned(kind)
    guard leftOut[kind] != nil || leftOut.count < 1000 else { return }
    leftOut[kind, default: 0] += count
  }

  /// Notes something about the whole file.
  public func note(_ sentence: Phrase, isDamage: Bool) {
    notes.append(sentence)
    isDamaged = isDamaged || isDamage
  }

  /// Reports the part of the file that was read.
  public func progress(_ fraction: Double) throws { try report(fraction) }

  /// The name of the table with the samples of a source and a metric.
  static func table(_ source: Int, _ metric: Metric) -> String { "sample_\(source)_\(metric.code)" }

  /// Stores the entries that are still in memory.
  ///
  /// - Returns: The path of the database.
  func flush() throws -> String {
    let (file, queue) = try store ?? open()
    try Journal.explainingErrors(journalPath) {
      try queue.write { db in
        for number in groups.indices {
          for metric in groups[number].samples.keys { try groups[number].samples[metric]?.flush(db) }
        }
        for other in waitingOthers {
          try db.run("INSERT INTO other VALUES (?, ?, ?)", [other.source, other.place, other.text])
        }
      }
    }
    waitingOthers = []
    waitingCount = 0
    return file.path
  }

  private func open() throws -> (StagedFile, DatabaseQueue) {
    let file = try StagedFile(for: journalPath + ".import")
    let queue = try Journal.explainingErrors(journalPath) {
      var configuration = Configuration()
      configuration.prepareDatabase { db in
        // No other connection reads the draft, and it does not survive a crash.
        try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      }
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try queue.write { db in
        try db.execute(
          sql: "CREATE TABLE other (source INTEGER NOT NULL, place INTEGER NOT NULL, entry TEXT NOT NULL) STRICT")
      }
      return queue
    }
    store = (file, queue)
    return (file, queue)
  }
}

extension ImportDraft.Samples {
  fileprivate mutating func flush(_ db: Database) throws {
    guard !waiting.isEmpty else { return }
    if !hasTable {
      try db.execute(
        sql: """
          CREATE TABLE \(table) (start INTEGER, source INTEGER, length INTEGER, wall INTEGER, value REAL, doubtful INTEGER,
            place INTEGER) STRICT
          """)
      hasTable = true
    }
    try StagedSample.insert(waiting, into: table, db)
    waiting.removeAll(keepingCapacity: true)
  }
}

extension ImportDraft.Group {
  /// The amounts in a fixed order.
  var amounts: [ImportSummary.Amount] {
    metrics.compactMap { samples[$0]?.amount } + Night.Kind.allCases.compactMap { others[.sleep($0)] }
      + [others[.workouts]].compactMap(\.self)
  }

  /// The identifier if another wearer has a device or an app of that name; `nil` for an address, which only one device
  /// has.
  var identifierWithWearer: DeviceID? {
    let isAddress = identifier.text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "-" }
    let text = "\(identifier.text) (\(wearer))"
    return isAddress || !DataBounds.isIdentifier(text) ? nil : DeviceID(text)
  }

  /// The metrics with samples.
  var metrics: [Metric] { Metric.known.filter { samples[$0] != nil } }

  fileprivate mutating func add(
    _ sample: StagedSample, _ metric: Metric, _ start: Moment, table: @autoclosure () -> String
  ) {
    let amount = ImportSummary.Amount(kind: .metric(metric), first: start, last: start)
    samples[metric, default: ImportDraft.Samples(amount: amount, table: table())].add(sample, start)
  }

  fileprivate mutating func count(_ entry: ImportedEntry) {
    others[entry.kind, default: ImportSummary.Amount(kind: entry.kind, first: entry.start, last: entry.start)]
      .count(entry.start)
  }
}

extension ImportSummary.Amount {
  fileprivate mutating func count(_ start: Moment) {
    all += 1
    first = min(first, start)
    last = max(last, start)
  }
}

extension ImportedEntry {
  /// The kind of the entry.
  var kind: ImportSummary.Kind {
    switch self {
    case .sample(let metric, _, _, _, _, _): .metric(metric)
    case .sleep(let kind, _, _, _, _): .sleep(kind)
    case .workout: .workouts
    }
  }

  var start: Moment {
    switch self {
    case .sample(_, _, let start, _, _, _), .sleep(_, let start, _, _, _): start
    case .workout(let workout): workout.start
    }
  }
}
