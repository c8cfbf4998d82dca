/// A chart of dots over the 24 hours of a day, drawn with Braille characters: two dots per column, four per row.
package struct DotChart {
  private var grid: BrailleGrid

  /// Creates an empty chart of `columns` by `rows` characters, at least one by one.
  package init(columns: Int, rows: Int) { grid = BrailleGrid(columns: columns, rows: rows) }

  /// Marks the values from `low` to `high` between two minutes of the day. `bottom` and `top` are the values of the
  /// chart's lowest and highest rows.
  package mutating func mark(
    from start: Int, to end: Int, low: Double, high: Double, bottom: Double, top: Double
  ) {
    let width = grid.width
    // Draw at least two by two dots, because a single one is hard to see.
    let first = min(max(start * width / 1440, 0), width - 2)
    let last = min(max((max(end, start + 1) * width - 1) / 1440, first + 1), width - 1)
    let highest = min(row(of: high, bottom, top), grid.height - 2)
    let lowest = max(row(of: low, bottom, top), highest + 1)
    for x in first...last {
      for y in highest...lowest { grid.set(x, y) }
    }
  }

  /// The rows from top to bottom.
  package var lines: [String] { grid.lines }

  /// Returns the rows with labels beside them, and the axis.
  package func drawn(
    _ labels: [String], from begin: String, to end: String, _ color: Terminal.Color, on terminal: Terminal
  ) -> [String] {
    let width = labels.map(\.count).max() ?? 0
    let axis =
      begin.rightAligned(in: width + 2 + begin.count)
      + end.rightAligned(in: max(grid.width / 2 - begin.count, end.count + 1))
    return zip(labels, lines).map { label, line in
      terminal.paint(label.rightAligned(in: width) + " │", .faint) + terminal.paint(line.trimmingEnd, color)
    } + [terminal.paint(axis, .faint)]
  }

  /// Returns the row of dots for a value, counted from the top.
  private func row(of value: Double, _ bottom: Double, _ top: Double) -> Int {
    let height = grid.height - 1
    guard top > bottom else { return height / 2 }
    let share = min(max((value - bottom) / (top - bottom), 0), 1)
    return height - Int((share * Double(height)).rounded())
  }
}
