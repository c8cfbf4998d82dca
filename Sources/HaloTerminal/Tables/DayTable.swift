/// A table with a line per day or month. Columns that do not fit are named, never left out in silence.
package enum DayTable {
  /// A column: its heading, the unit of its texts, and a text for each row.
  package typealias Column = (title: Phrase, unit: String, cells: [String])

  /// Returns the lines of the heading, those of the rows, and of a sentence about columns that do not fit in `width`.
  ///
  /// - Parameters:
  ///   - labels: The first column.
  ///   - priorities: The indices of the columns by priority; `nil` for their order.
  package static func lines(
    labels: [String], columns: [Column], priorities: [Int]? = nil, width: Int
  ) -> (head: [String], rows: [String], hidden: [String]) {
    let gap = 2
    let labelWidth = labels.map(\.count).max() ?? 0
    let widths = columns.map { ($0.cells + [$0.title.text, $0.unit]).map(\.count).max() ?? 0 }
    var room = width - labelWidth
    let shown = (priorities ?? Array(columns.indices)).filter { index in
      let fits = widths[index] + gap <= room
      if fits { room -= widths[index] + gap }
      return fits
    }.sorted()
    func line(_ label: String, _ cell: (Column) -> String) -> String {
      shown.reduce(label.padded(to: labelWidth)) {
        $0 + cell(columns[$1]).rightAligned(in: widths[$1] + gap)
      }
    }
    let units = shown.contains { !columns[$0].unit.isEmpty } ? [line("", \.unit)] : []
    let hidden = columns.indices.filter { !shown.contains($0) }.map { columns[$0].title }
    return (
      [line("") { $0.title.text }] + units, labels.enumerated().map { row, label in line(label) { $0.cells[row] } },
      Phrase.list(hidden).map { [Phrase("Too narrow for: \($0).").text] } ?? []
    )
  }
}
