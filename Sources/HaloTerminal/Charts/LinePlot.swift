/// A line over time, drawn with Braille characters: two dots per column, four per row.
package struct LinePlot {
  /// The values at the bottom and the top.
  package let range: ClosedRange<Double>
  private let span: ClosedRange<Double>
  private var grid: BrailleGrid
  private var before: (x: Int, y: Int)?

  /// Creates an empty plot of `columns` by `rows` characters, for times in `span` and values in `range`.
  package init(columns: Int, rows: Int, over span: ClosedRange<Double>, values range: ClosedRange<Double>) {
    self.span = span
    self.range = range
    grid = BrailleGrid(columns: columns, rows: rows)
  }

  /// Continues the line to a value at a time. NaN and times outside `span` interrupt the line. Values outside `range`
  /// are drawn at the edge.
  package mutating func line(to value: Double, at time: Double) {
    guard value.isFinite, time.isFinite, span.contains(time) else {
      before = nil
      return
    }
    let next = place(value, time)
    let start = before ?? next
    let steps = max(abs(next.x - start.x), abs(next.y - start.y), 1)
    for step in 0...steps {
      grid.set(start.x + (next.x - start.x) * step / steps, start.y + (next.y - start.y) * step / steps)
    }
    before = next
  }

  /// Draws a single dot.
  package mutating func dot(_ value: Double, at time: Double) {
    guard value.isFinite, time.isFinite, span.contains(time) else { return }
    let (x, y) = place(value, time)
    grid.set(x, y)
  }

  /// Returns the column of a time.
  package func column(of time: Double) -> Int { place(range.lowerBound, time).x / 2 }

  /// The rows from top to bottom.
  package var lines: [String] { grid.lines }

  private func place(_ value: Double, _ time: Double) -> (x: Int, y: Int) {
    (grid.column(of: time, in: span), grid.row(of: value, in: range))
  }
}
