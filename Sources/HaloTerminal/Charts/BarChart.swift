/// Bars over the hours of a day, drawn with block characters in eighths of a row.
package enum BarChart {
  /// Returns the rows from top to bottom, with `columnsPerHour` characters per bar.
  package static func lines(_ values: [Double], columnsPerHour: Int, rows: Int) -> [String] {
    let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let highest = max(values.max() ?? 0, 1)
    return (0..<rows).map { row in
      values.map { value in
        var eighths = Int((value / highest * Double(rows * 8)).rounded())
        if value > 0 { eighths = max(eighths, 1) }
        let block = blocks[min(max(eighths - (rows - 1 - row) * 8, 0), 8)]
        // Leave a gap between bars if there is room for one.
        return columnsPerHour > 1
          ? String(repeating: block, count: columnsPerHour - 1) + " " : block
      }.joined()
    }
  }
}
