/// Parses the lines of a CSV file: the header and the rows.
struct CSVTable {
  private let source: CSVSource
  /// Rows per second, if no column has times.
  private let rate: Double?
  private var layout: CSVLayout?
  private var rows: SignalRows
  private var cells: [Range<Int>] = []
  private var values: [Double]
  private var firstTime: Double?
  /// The number of blank lines since the last row. In a file with one column, blank lines are missing values, except
  /// at the end.
  private var blanks = 0

  init(_ source: CSVSource) {
    self.source = source
    rate = source.rate
    let count = source.columns.count + (source.optional == nil ? 0 : 1)
    rows = SignalRows(columns: count, isTimed: rate == nil)
    values = Array(repeating: .nan, count: count)
  }

  mutating func take(_ line: Int, _ text: UnsafeRawBufferPointer, _ body: (SignalBlock) throws -> Void) throws {
    let bytes = text.last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: text.dropLast()) : text
    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      blanks += 1
      return
    }
    guard bytes[0] != UInt8(ascii: "#") else { return }
    if layout == nil {
      layout = try CSVLayout(firstLine: bytes, of: source)
      blanks = 0
      if source.hasHeader { return }
    }
    guard let layout else { return }
    CSVLayout.split(bytes, layout.separator, into: &cells)
    if layout.columnCount == 1, rate != nil {
      for _ in 0..<blanks { try add(time: .nan, Array(repeating: .nan, count: values.count), line: line, body) }
    }
    blanks = 0
    for (index, column) in layout.columns.enumerated() {
      values[index] = try number(bytes, column, layout, line)
    }
    if let column = layout.optionalColumn {
      // The optional column was not requested, so ignore values that are not numbers.
      values[layout.columns.count] = (try? number(bytes, column, layout, line)) ?? .nan
    }
    var time = Double.nan
    if let column = layout.timeColumn, case .column(_, let unit) = source.clock, column < cells.count {
      time = try seconds(bytes, column, unit, layout, line)
    }
    let group = layout.groupColumn.map { column in
      column < cells.count ? String(decoding: Self.trimmed(bytes, cells[column]), as: UTF8.self) : ""
    }
    try add(time: time, values, group: group, line: line, body)
  }

  mutating func finish(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    guard layout != nil else { throw SignalError("is empty") }
    try rows.finish(body)
    return rows.summary
  }

  private mutating func add(
    time: Double, _ values: [Double], group: String? = nil, line: Int, _ body: (SignalBlock) throws -> Void
  ) throws {
    guard let rate else { return try rows.add(time: time, values: values, group: group, number: line, body) }
    try rows.add(values, group: group, rate: rate, body)
  }

  private func number(
    _ line: UnsafeRawBufferPointer, _ column: Int, _ layout: CSVLayout, _ number: Int
  ) throws -> Double {
    // A truncated line, for example after a power failure, has missing values.
    guard column < cells.count else { return .nan }
    let cell = UnsafeRawBufferPointer(rebasing: Self.trimmed(line, cells[column]))
    guard let value = NumberText.number(cell, decimalComma: layout.hasDecimalComma) else {
      throw SignalError("line \(String(number)): '\(Self.shown(cell))' in \(layout.name(of: column)) is not a number")
    }
    return value
  }

  /// Returns the time of a row in seconds, from the first row.
  private mutating func seconds(
    _ line: UnsafeRawBufferPointer, _ column: Int, _ unit: TimeUnit, _ layout: CSVLayout, _ number: Int
  ) throws -> Double {
    let cell = UnsafeRawBufferPointer(rebasing: Self.trimmed(line, cells[column]))
    let value: Double
    if unit.perSecond != nil {
      value = try self.number(line, column, layout, number)
    } else if cell.isEmpty {
      return .nan
    } else if let seconds = TimeText.seconds(cell) {
      value = seconds
    } else {
      throw SignalError(
        """
        line \(String(number)): '\(Self.shown(cell))' in \(layout.name(of: column)) is not a time such as 2026-11-20T08:15:00.120
        """)
    }
    let first = firstTime ?? value
    if value.isFinite { firstTime = first }
    // Subtract first: nanoseconds since 1970 exceed the precision of a Double.
    return (value - first) / (unit.perSecond ?? 1)
  }

  private static func shown(_ cell: UnsafeRawBufferPointer) -> String {
    VisibleText.printable(String(decoding: cell.prefix(40), as: UTF8.self))
  }

  /// Returns a cell without the surrounding spaces and quotation marks.
  static func trimmed(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
    func withoutSpaces(_ cell: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var cell = cell
      while let byte = cell.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { cell.removeFirst() }
      while let byte = cell.last, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { cell.removeLast() }
      return cell
    }
    let cell = withoutSpaces(line[range])
    guard cell.count >= 2, cell.first == UInt8(ascii: "\""), cell.last == UInt8(ascii: "\"") else { return cell }
    return withoutSpaces(cell.dropFirst().dropLast())
  }
}
