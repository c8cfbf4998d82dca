/// A line over time, drawn with Braille characters: two dots per column, four per row.
struct LinePlot {
  /// The values at the bottom and the top.
  let range: ClosedRange<Double>
  private let columns: Int
  private let rows: Int
  private let span: ClosedRange<Double>
  private var cells: [UInt8]
  private var before: (x: Int, y: Int)?

  /// Creates an empty plot of `columns` by `rows` characters, for times in `span` and values in `range`.
  init(columns: Int, rows: Int, over span: ClosedRange<Double>, values range: ClosedRange<Double>) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    self.span = span
    self.range = range
    cells = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// Continues the line to a value at a time. NaN and times outside `span` interrupt the line. Values outside `range`
  /// are drawn at the edge.
  mutating func line(to value: Double, at time: Double) {
    guard value.isFinite, time.isFinite, span.contains(time) else {
      before = nil
      return
    }
    let next = place(value, time)
    let start = before ?? next
    let steps = max(abs(next.x - start.x), abs(next.y - start.y), 1)
    for step in 0...steps {
      set(start.x + (next.x - start.x) * step / steps, start.y + (next.y - start.y) * step / steps)
    }
    before = next
  }

  /// Draws a single dot.
  mutating func dot(_ value: Double, at time: Double) {
    guard value.isFinite, time.isFinite, span.contains(time) else { return }
    let (x, y) = place(value, time)
    set(x, y)
  }

  /// Returns the column of a time.
  func column(of time: Double) -> Int { place(range.lowerBound, time).x / 2 }

  /// The rows from top to bottom.
  var lines: [String] {
    (0..<rows).map { row in
      String(
        String.UnicodeScalarView(
          (0..<columns).map { column in
            let dots = cells[row * columns + column]
            return dots == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(dots)) ?? " "
          }))
    }
  }

  private func place(_ value: Double, _ time: Double) -> (x: Int, y: Int) {
    func share(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      range.lowerBound == range.upperBound
        ? 0.5 : min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    }
    let (width, height) = (columns * 2 - 1, rows * 4 - 1)
    return (
      Int((share(time, span) * Double(width)).rounded()), height - Int((share(value, range) * Double(height)).rounded())
    )
  }

  private mutating func set(_ x: Int, _ y: Int) {
    // The bits of a Braille cell count down the left column, then the right one. The lowest row was added later, so
    // it has the two highest bits.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[y / 4 * columns + x / 2] |= bits[x % 2][y % 4]
  }
}
