import HaloHealth
import HaloReports

/// A table of days or months, one per line, with the means.
struct PeriodView {
  /// The columns by priority: a narrow terminal omits columns of low priority that do not fit.
  private static let weights: [PeriodReport.Column] = [.steps, .asleep, .resting, .heartRate, .distance, .hrv]
  private static let gap = 2

  private let report: PeriodReport?
  private let title: String
  private let facts: [String]

  /// Creates a table with a title and facts beside it; without a report, only the title is drawn.
  init(_ report: PeriodReport?, title: String, facts: [String] = []) {
    (self.report, self.title, self.facts) = (report, title, facts)
  }

  func draw(on terminal: Terminal) -> String {
    let head = [
      terminal.paint(TextFormat.printable(title), .bold),
      facts.isEmpty ? nil : terminal.paint(TextFormat.printable(facts.joined(separator: " · ")), .faint),
    ].compactMap(\.self).joined(separator: "  ")
    guard let report else { return head + "\n" }
    let rows = report.rows + [report.averages].compactMap(\.self)
    let labels = rows.map { label($0, report.step) }
    let marks = rows.map(Self.mark)
    let labelWidth = labels.map(\.count).max() ?? 0
    // The width of each column that is not empty.
    var widths: [PeriodReport.Column: Int] = [:]
    var room = terminal.width - labelWidth - (marks.map { $0.isEmpty ? 0 : $0.count + Self.gap }.max() ?? 0)
    for column in Self.weights {
      guard let width = rows.compactMap({ $0.text(column)?.text.count }).max() else { continue }
      let needed = max(width, column.title.text.count) + Self.gap
      guard needed <= room else { continue }
      widths[column] = needed
      room -= needed
    }
    let columns = PeriodReport.Column.allCases.filter { widths[$0] != nil }
    func line(_ label: String, _ cells: (PeriodReport.Column) -> String) -> String {
      let padded = label.padded(to: labelWidth)
      return columns.reduce(padded) { line, column in
        line + cells(column).rightAligned(in: widths[column] ?? 0)
      }
    }
    let lines = zip(zip(labels, marks), rows).map { texts, row in
      let text = line(texts.0) { row.text($0)?.text ?? "–" }
      let mark = texts.1.isEmpty ? "" : "  " + terminal.paint(texts.1, row.coverage == nil ? .faint : .yellow)
      return (row.date == nil ? terminal.paint(text, .bold) : text) + mark
    }
    return ([head, "", terminal.paint(line("") { $0.title.text }, .faint)] + lines).joined(separator: "\n") + "\n"
  }

  private func label(_ row: PeriodReport.Row, _ step: PeriodReport.Step) -> String {
    guard let date = row.date else { return Phrase("Average").text }
    return (step == .day ? Phrase("\(date, .short)") : Phrase("\(date, .month)")).text
  }

  /// Returns the coverage of a day, or the number of days in a row.
  private static func mark(_ row: PeriodReport.Row) -> String {
    (row.coverage ?? row.days.map { $0 == 1 ? Phrase("1 day") : Phrase("\($0) days") })?.text ?? ""
  }
}
