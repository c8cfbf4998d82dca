/// A table of days or months, one per line, with the means.
struct PeriodView {
  private static let priorities: [PeriodReport.Column] = [.steps, .asleep, .resting, .hrv, .heartRate, .distance]

  /// `nil` if only the title is drawn.
  let report: PeriodReport?
  let title: String
  var facts: [String] = []

  func draw(on terminal: Terminal) -> String {
    let head = [
      terminal.paint(VisibleText.printable(title), .bold),
      facts.isEmpty ? nil : terminal.paint(VisibleText.printable(facts.joined(separator: " · ")), .faint),
    ].compactMap(\.self).joined(separator: "  ")
    guard let report else { return terminal.fitted(head + "\n") }
    let rows = report.rows + [report.averages].compactMap(\.self)
    let marks = rows.map(Self.mark)
    let known = PeriodReport.Column.allCases.filter { column in rows.contains { $0.text(column) != nil } }
    guard !known.isEmpty else { return terminal.fitted(head + "\n\n" + Phrase("No data.").text + "\n") }
    let lines = DayTable.lines(
      labels: rows.map { label($0, report.step) },
      columns: known.map { column in
        (column.title, column.unit?.symbol ?? "", rows.map { $0.text(column)?.text ?? "–" })
      },
      priorities: Self.priorities.compactMap { known.firstIndex(of: $0) },
      width: terminal.width - (marks.map(\.count).max() ?? 0))
    let drawn = zip(zip(lines.rows, marks), rows).map { texts, row in
      (row.date == nil ? terminal.paint(texts.0, .bold) : texts.0)
        + terminal.paint(texts.1, row.coverage == nil ? .faint : .yellow)
    }
    func faint(_ lines: [String]) -> [String] { lines.map { terminal.paint($0, .faint) } }
    return terminal.fitted(
      ([head, ""] + faint(lines.head) + drawn + faint(lines.hidden)).joined(separator: "\n") + "\n")
  }

  private func label(_ row: PeriodReport.Row, _ step: PeriodReport.Step) -> String {
    guard let date = row.date else { return Phrase("Average").text }
    return (step == .day ? Phrase("\(date, .short)") : Phrase("\(date, .month)")).text
  }

  /// Returns the coverage of a day, or the number of days in the means of a row: "  6–7 days".
  private static func mark(_ row: PeriodReport.Row) -> String {
    let days = row.days?.values.sorted() ?? []
    let count = days.first.map { first in
      first == days.last ? Phrase.days(first) : Phrase("\(first)–\(days[days.count - 1]) days")
    }
    return (row.coverage ?? count).map { "  \($0.text)" } ?? ""
  }
}
