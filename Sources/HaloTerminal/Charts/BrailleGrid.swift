/// A grid of dots, drawn with Braille characters: two dots per column, four per row.
struct BrailleGrid {
  /// The number of dots from left to right.
  let width: Int
  /// The number of dots from top to bottom.
  let height: Int
  private var cells: [UInt8]

  /// Creates an empty grid of `columns` by `rows` characters, at least one by one.
  init(columns: Int, rows: Int) {
    width = max(columns, 1) * 2
    height = max(rows, 1) * 4
    cells = [UInt8](repeating: 0, count: width * height / 8)
  }

  /// Draws a dot, counted from the top left.
  mutating func set(_ x: Int, _ y: Int) {
    // The bits of a Braille cell count down the left column, then the right one. The lowest row was added later, so
    // it has the two highest bits.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[y / 4 * (width / 2) + x / 2] |= bits[x % 2][y % 4]
  }

  /// Returns the column of dots for a value in a range.
  func column(of value: Double, in range: ClosedRange<Double>) -> Int { Self.place(value, in: range, of: width) }

  /// Returns the row of dots for a value in a range, counted from the top.
  func row(of value: Double, in range: ClosedRange<Double>) -> Int {
    height - 1 - Self.place(value, in: range, of: height)
  }

  /// Returns which of `count` dots a value has: the first or last one outside the range, the middle in an empty range.
  private static func place(_ value: Double, in range: ClosedRange<Double>, of count: Int) -> Int {
    let share =
      range.lowerBound == range.upperBound
      ? 0.5 : min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    return Int((share * Double(count - 1)).rounded())
  }

  /// The rows from top to bottom.
  var lines: [String] {
    stride(from: 0, to: cells.count, by: width / 2).map { start in
      String(
        String.UnicodeScalarView(
          cells[start..<start + width / 2].map { $0 == 0 ? " " : Unicode.Scalar(0x2800 + UInt32($0)) ?? " " }))
    }
  }
}
