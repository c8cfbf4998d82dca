/// A line over time, drawn with Braille characters: two dots a column, four a row.
struct LinePlot {
  /// The values at the top and the bottom.
  let range: ClosedRange<Double>
  private let columns: Int
  private let rows: Int
  private let span: ClosedRange<Double>
  private var cells: [UInt8]
  private var before: (x: Int, y: Int)?

  /// An empty plot of that many characters over `span` of time, for values in `range`.
  init(columns: Int, rows: Int, over span: ClosedRange<Double>, values range: ClosedRange<Double>) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    self.span = span
    self.range = range
    cells = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// Goes on with the line to a value at a time. NaN breaks the line; what lies outside is drawn at the edge.
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

  /// A dot by itself.
  mutating func dot(_ value: Double, at time: Double) {
    guard value.isFinite, time.isFinite, span.contains(time) else { return }
    let (x, y) = place(value, time)
    set(x, y)
  }

  /// The column that stands for a time.
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
    // The bits of a Braille cell run down its left column, then its right one, and the lowest row came later.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[y / 4 * columns + x / 2] |= bits[x % 2][y % 4]
  }
}
