/// Collects rows into blocks with strictly increasing times.
///
/// Rows with the same time (of a packet, or rounded) are spread evenly until the next time. Rows with an earlier time
/// than a previous row are left out and counted.
package struct SignalRows {
  package private(set) var summary: SignalSummary
  private var block: SignalBlock
  private var first: Double?
  /// The latest time, whose rows are pending until the next time.
  private var time = -Double.infinity
  private var waiting = 0
  private var values: [[Double]]
  private var groups: [String] = []
  /// The seconds between the rows of the previous time.
  private var spacing: Double?
  /// True if rows with only missing values are readings of another sensor, and not gaps.
  private let skipsEmpty: Bool

  /// Creates an empty collection for rows of `columns` columns. If `isTimed`, rows without any value are skipped.
  package init(columns: Int, isTimed: Bool) {
    block = SignalBlock(columns: columns)
    summary = SignalSummary(missing: Array(repeating: 0, count: columns))
    values = Array(repeating: [], count: columns)
    skipsEmpty = isTimed
  }

  /// Adds a row with its time in seconds (NaN if it has no time) and its values.
  package mutating func add(
    time: Double, values: [Double], group: String? = nil, number: Int, _ body: (SignalBlock) throws -> Void
  ) throws {
    guard time.isFinite else {
      summary.untimed += 1
      return
    }
    if skipsEmpty, values.allSatisfy(\.isNaN) { return }
    guard time >= self.time, time > self.time || waiting < SignalBlock.limit else {
      summary.backwards += 1
      if summary.firstBackwards == nil { summary.firstBackwards = number }
      return
    }
    if time > self.time {
      try flush(until: time, body)
      self.time = time
    }
    waiting += 1
    for column in values.indices { self.values[column].append(values[column]) }
    if let group { groups.append(group) }
  }

  /// Adds the next rows of a source that has no times, at `rate` rows per second.
  package mutating func add(_ columns: [[Double]], rate: Double, _ body: (SignalBlock) throws -> Void) throws {
    let count = columns.first?.count ?? 0
    var start = 0
    while start < count {
      let end = min(count, start + SignalBlock.limit - block.times.count)
      for row in summary.rows..<(summary.rows + end - start) { block.times.append(Double(row) / rate) }
      for (column, values) in columns.enumerated() {
        block.values[column].append(contentsOf: values[start..<end])
        summary.missing[column] += values[start..<end].count(where: \.isNaN)
      }
      summary.rows += end - start
      summary.duration = block.times.last ?? 0
      try passBlock(ofAtLeast: SignalBlock.limit, body)
      start = end
    }
  }

  /// Adds the next row of such a source.
  package mutating func add(
    _ values: [Double], group: String?, rate: Double, _ body: (SignalBlock) throws -> Void
  ) throws {
    summary.duration = Double(summary.rows) / rate
    summary.rows += 1
    block.times.append(summary.duration)
    for (column, value) in values.enumerated() {
      block.values[column].append(value)
      if value.isNaN { summary.missing[column] += 1 }
    }
    if let group { block.groups.append(group) }
    try passBlock(ofAtLeast: SignalBlock.limit, body)
  }

  /// Passes the block to `body`, and begins the next one, if it has at least that many rows.
  private mutating func passBlock(ofAtLeast rows: Int, _ body: (SignalBlock) throws -> Void) rethrows {
    guard block.times.count >= rows else { return }
    try body(block)
    block.removeAll()
  }

  /// Passes the remaining rows to `body`.
  package mutating func finish(_ body: (SignalBlock) throws -> Void) throws {
    try flush(until: nil, body)
    try passBlock(ofAtLeast: 1, body)
  }

  private mutating func flush(until next: Double?, _ body: (SignalBlock) throws -> Void) throws {
    guard waiting > 0 else { return }
    var room = next.map { ($0 - time) / Double(waiting) }
    // Rows before a gap get the spacing of the previous rows.
    if let spacing { room = min(room ?? spacing, spacing * 4) }
    let start = first ?? time
    first = start
    if waiting > 1, room == nil {
      summary.backwards += waiting - 1
      waiting = 1
    }
    for row in 0..<waiting {
      let at = time - start + Double(row) * (room ?? 0)
      block.times.append(at)
      for column in values.indices {
        let value = values[column][row]
        block.values[column].append(value)
        if value.isNaN { summary.missing[column] += 1 }
      }
      if row < groups.count { block.groups.append(groups[row]) }
      summary.rows += 1
      summary.duration = at
      try passBlock(ofAtLeast: SignalBlock.limit, body)
    }
    for column in values.indices { values[column].removeAll(keepingCapacity: true) }
    groups.removeAll(keepingCapacity: true)
    spacing = room ?? spacing
    waiting = 0
  }
}
