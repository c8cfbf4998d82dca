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

  /// Size of the output buffer, in bytes.
  private static let chunk = 1 << 16
  /// Number of days per query. SQLite would have to sort a query over all years on disk.
  private static let window = 31

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

  /// Writes the export to `body` in chunks of about 64 kB, in order of time. Blocks. Stops when the task is canceled.
  ///
  /// - Returns: Number of lines, not counting the CSV header.
  /// - Throws: `JournalError`, `CancellationError`, and errors of `body`.
  @discardableResult
  public func write(_ journal: Journal, _ body: ([UInt8]) throws -> Void) throws -> Int {
    var buffer = isJSON ? [] : [UInt8]((ExportedLine.header + "\n").utf8)
    var count = 0
    for time in try windows(journal) {
      try journal.export(in: time, metrics: metrics, sleep: sleep, wearer: wearer) { row in
        guard includes(row) else { return }
        if count.isMultiple(of: 1000) { try Task.checkCancellation() }
        count += 1
        let line = ExportedLine(row)
        buffer += (isJSON ? try VisibleText.json(line) + "\n" : line.csv).utf8
        guard buffer.count > Self.chunk else { return }
        try body(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try body(buffer)
    return count
  }

  /// Nights are exported whole, if the day of their start is included.
  private func includes(_ row: ExportedRow) -> Bool {
    let begin = if case .sleep(_, _, let night) = row.content { night } else { row.start }
    let date = begin.wallClock.date
    return first.map { date >= $0 } ?? true && last.map { date <= $0 } ?? true
  }

  /// The time ranges that have data, each at most a month long. Days begin at local midnight, up to 14 hours from UTC,
  /// so the neighboring days are read too.
  private func windows(_ journal: Journal) throws -> [Range<Moment>] {
    let begin = max(first?.daysSince1970 ?? 0, 2) - 2
    let end = (last?.daysSince1970 ?? 2_932_893) + 3
    guard begin < end else { return [] }
    var numbers: Set<Int> = []
    for wearer in try wearer.map({ [$0] }) ?? journal.wearers() {
      let stretches = try journal.stretches(
        of: wearer, from: CalendarDate(daysSince1970: begin), to: CalendarDate(daysSince1970: end), gap: Self.window)
      for days in stretches {
        numbers.formUnion(
          (days.lowerBound.daysSince1970 - 2) / Self.window...(days.upperBound.daysSince1970 + 3) / Self.window)
      }
    }
    func moment(_ day: Int) -> Moment { Moment(milliseconds: 0, secondsFromGMT: 0) + .days(day) }
    return numbers.sorted().compactMap { number in
      let from = max(begin, number * Self.window)
      let to = min(end, (number + 1) * Self.window)
      return from < to ? moment(from)..<moment(to) : nil
    }
  }
}
