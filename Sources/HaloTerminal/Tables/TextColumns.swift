/// Rows of texts in columns, each as wide as its longest text.
package enum TextColumns {
  /// Returns the rows as lines. The texts of the columns `rightAligned` end at the same place.
  package static func lines(_ rows: [[String]], rightAligned: Set<Int>) -> [String] {
    let widths = rows.first?.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        rightAligned.contains(column) ? cell.0.rightAligned(in: cell.1) : cell.0.padded(to: cell.1)
      }.joined(separator: "  ")
    }
  }
}
