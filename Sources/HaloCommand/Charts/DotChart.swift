/// A chart of dots over the 24 hours of a day, drawn with Braille characters: two dots per column, four per row.
struct DotChart {
  private let columns: Int
  private let rows: Int
  private var cells: [UInt8]

  /// Creates an empty chart of `columns` by `rows` characters, at least one by one.
  init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    cells = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// Marks the values from `low` to `high` between two minutes of the day. `bottom` and `top` are the values of the
  /// chart's lowest and highest rows.
  mutating func mark(
    from start: Int, to end: Int, low: Double, high: Double, bottom: Double, top: Double
  ) {
    let width = columns * 2
    // Draw at least two by two dots, because a single one is hard to see.
    let first = min(max(start * width / 1440, 0), width - 2)
    let last = min(max((max(end, start + 1) * width - 1) / 1440, first + 1), width - 1)
    let highest = min(row(of: high, bottom, top), rows * 4 - 2)
    let lowest = max(row(of: low, bottom, top), highest + 1)
    for x in first...last {
      for y in highest...lowest { set(x, y) }
    }
  }

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

  /// Returns the row of dots for a value, counted from the top.
  private func row(of value: Double, _ bottom: Double, _ top: Double) -> Int {
    let height = rows * 4 - 1
    guard top > bottom else { return height / 2 }
    let share = min(max((value - bottom) / (top - bottom), 0), 1)
    return height - Int((share * Double(height)).rounded())
  }

  private mutating func set(_ x: Int, _ y: Int) {
    // The bits of a Braille cell count down the left column, then the right one. The lowest row was added later, so
    // it has the two highest bits.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[y / 4 * columns + x / 2] |= bits[x % 2][y % 4]
  }
}
