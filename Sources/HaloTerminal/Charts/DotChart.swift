/// A chart of dots over the 24 hours of a day, drawn with Braille characters: two dots per column, four per row.
package struct DotChart {
  private let range: ClosedRange<Double>
  private var grid: BrailleGrid

  /// Creates an empty chart of `columns` by `rows` characters, at least one by one. The bounds of `range` are the values
  /// of the lowest and highest rows.
  package init(columns: Int, rows: Int, values range: ClosedRange<Double>) {
    self.range = range
    grid = BrailleGrid(columns: columns, rows: rows)
  }

  /// Marks the values from `low` to `high` between two minutes of the day.
  package mutating func mark(from start: Int, to end: Int, low: Double, high: Double) {
    let width = grid.width
    // Draw at least two by two dots, because a single one is hard to see.
    let first = min(max(start * width / 1440, 0), width - 2)
    let last = min(max((max(end, start + 1) * width - 1) / 1440, first + 1), width - 1)
    let highest = min(grid.row(of: high, in: range), grid.height - 2)
    let lowest = max(grid.row(of: low, in: range), highest + 1)
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
}
