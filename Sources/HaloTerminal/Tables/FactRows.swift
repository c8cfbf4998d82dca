/// Labeled facts, one per line.
package enum FactRows {
  /// Returns the lines, with the values aligned in one column. The label column is at least `width` wide.
  package static func draw(
    _ rows: [(label: Phrase, value: Phrase)], on terminal: Terminal, indentation: Int = 0,
    width least: Int = 0
  ) -> String {
    let rows = rows.map { (label: $0.label.text, value: VisibleText.printable($0.value.text)) }
    let width = max((rows.map(\.label.count).max() ?? 0) + 2, least)
    return terminal.fitted(
      rows.map { label, value in
        String(repeating: " ", count: indentation) + terminal.paint(label.padded(to: width), .faint) + value + "\n"
      }.joined())
  }
}
