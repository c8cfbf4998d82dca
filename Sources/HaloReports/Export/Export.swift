/// An export of journal data as CSV or JSON lines. The command line, the page and the app write the same bytes.
public struct Export: Sendable, Hashable {
  /// True if the format is JSON lines; otherwise CSV.
  public var isJSON: Bool
  /// The first day on the wearer's wall clock; `nil` for no limit.
  public var first: CalendarDate?
  /// The last day; `nil` for no limit.
  public var last: CalendarDate?
  /// The metrics to export.
  public var metrics: [Metric]
  /// Includes sleep stages if true.
  public var sleep: Bool
  /// The wearer; `nil` for all wearers.
  public var wearer: String?

  /// Number of days without data that are read nevertheless, because looking for such days takes time too.
  private static let gap = 31

  /// Creates an export. The default is all data as CSV.
  public init(
    isJSON: Bool = false, from first: CalendarDate? = nil, to last: CalendarDate? = nil,
    metrics: [Metric] = Metric.known, sleep: Bool = true, wearer: String? = nil
  ) {
    self.isJSON = isJSON
    self.first = first
    self.last = last
    self.metrics = metrics
    self.sleep = sleep
    self.wearer = wearer
  }

  /// Writes the export to `body`, a chunk for each day, in order of time. Blocks. Stops when the task is canceled.
  ///
  /// - Returns: Number of lines, not counting the CSV header.
  /// - Throws: `JournalError`, `CancellationError`, and errors of `body`.
  @discardableResult
  public func write(_ journal: Journal, _ body: ([UInt8]) throws -> Void) throws -> Int {
    try body(header)
    return try parts(journal).reduce(0) { count, part in
      let lines = try lines(in: part, of: journal)
      try body(lines.bytes)
      return count + lines.count
    }
  }

  /// The bytes before the first part.
  package var header: [UInt8] { isJSON ? [] : [UInt8]((ExportedLine.header + "\n").utf8) }

  /// The lines of one of the ``parts(_:)``, and their number.
  package func lines(in part: Range<Moment>, of journal: Journal) throws -> (bytes: [UInt8], count: Int) {
    var bytes: [UInt8] = []
    var count = 0
    try journal.export(in: part, metrics: metrics, sleep: sleep, wearer: wearer) { row in
      guard includes(row) else { return }
      if count.isMultiple(of: 1000) { try Task.checkCancellation() }
      count += 1
      let line = ExportedLine(row)
      bytes += (isJSON ? try VisibleText.json(line) + "\n" : line.csv).utf8
    }
    return (bytes, count)
  }

  /// Nights are exported whole, if the day of their start is included.
  private func includes(_ row: ExportedRow) -> Bool {
    let begin = if case .sleep(_, _, let night) = row.content { night } else { row.start }
    let date = begin.wallClock.date
    return first.map { date >= $0 } ?? true && last.map { date <= $0 } ?? true
  }

  /// The days in UTC that may have data, in order. Each is a query of its own: SQLite sorts all rows of a query before it
  /// returns the first, and the memory of a part is bounded. Days begin at local midnight, up to 14 hours from UTC, so
  /// the neighboring days are read too.
  package func parts(_ journal: Journal) throws -> [Range<Moment>] {
    let begin = max(first?.daysSince1970 ?? 0, 2) - 2
    let end = (last?.daysSince1970 ?? 2_932_893) + 3
    guard begin < end else { return [] }
    var numbers: Set<Int> = []
    for wearer in try wearer.map({ [$0] }) ?? journal.wearers() {
      let stretches = try journal.stretches(
        of: wearer, from: CalendarDate(daysSince1970: begin), to: CalendarDate(daysSince1970: end), gap: Self.gap)
      for days in stretches {
        numbers.formUnion(days.lowerBound.daysSince1970 - 2...days.upperBound.daysSince1970 + 3)
      }
    }
    func moment(_ day: Int) -> Moment { Moment(milliseconds: 0, secondsFromGMT: 0) + .days(day) }
    return numbers.filter { begin..<end ~= $0 }.sorted().map { moment($0)..<moment($0 + 1) }
  }
}
