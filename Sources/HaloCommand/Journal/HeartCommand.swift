import ArgumentParser
import HaloHealth
import HaloReports

/// `halo heart`: draws the heart rate of each day.
struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart", abstract: "Draw the lowest, mean and highest heart rate of each day.",
    discussion: """
      EXAMPLES:
        halo heart --days 30
        halo heart --json | jq .averages.resting.value

      EXIT STATUS: 0; 65 if the journal has no data yet.
      """)

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (reports, first, last) = try trend.reports()
    let heart = try report { try reports.heart(from: first, to: last, .samples) }
    if trend.json { return try StandardOutput.write(json: heart) }
    let terminal = Terminal.current()
    let days = heart.days
    let (bottom, top) = (days.low.compactMap(\.self).min() ?? 40, days.high.compactMap(\.self).max() ?? 160)
    let rows = days.date.indices.compactMap {
      day -> (low: Double, mean: Double, high: Double, date: String, text: String)? in
      guard let low = days.low[day], let mean = days.average[day], let high = days.high[day] else { return nil }
      let text = Phrase(
        "\(Int(low))–\(Int(high)), mean \(MeasureWording.number(MeasureWording.rounded(mean, of: .heartRate)))"
      ).text
      let part = CoverageReport.mark(days.coverage?[day], terminal)
      return (low, mean, high, TextFormat.shortDate(days.date[day]) + "  ", "  \(text)\(part)")
    }
    let width = terminal.room(beside: rows.map { $0.date + $0.text }, most: 60)
    func column(_ value: Double) -> Int {
      top == bottom ? 0 : Int(((value - bottom) / (top - bottom) * Double(width - 1)).rounded())
    }
    let lines = rows.map { row in
      let range = column(row.low)...column(row.high)
      let bar = (0..<width).map { $0 == column(row.mean) ? "●" : range.contains($0) ? "─" : " " }.joined()
      return row.date + terminal.paint(bar, .red) + row.text
    }
    let head = terminal.paint(Phrase("Heart rate, bpm").text, .bold)
    let summary = heart.summary.map { ["", $0.text] } ?? []
    try StandardOutput.write(text: terminal.fitted(([head] + lines + summary).joined(separator: "\n") + "\n"))
  }
}
