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
        halo heart --json | jq .averages.resting

      EXIT STATUS: 0; 65 if the journal has no data yet.
      """)

  @OptionGroup var trend: TrendOptions

  @Flag(help: "Print one JSON object with a list for each metric.")
  var json = false

  func run() throws {
    let (reports, first, last) = try trend.reports()
    let heart = try report { try reports.heart(from: first, to: last, .samples) }
    if json { return try StandardOutput.write(json: heart) }
    let terminal = Terminal.current()
    let days = heart.days
    let (bottom, top) = (days.low.compactMap(\.self).min() ?? 40, days.high.compactMap(\.self).max() ?? 160)
    let width = max(10, min(60, terminal.width - 40))
    func column(_ value: Double) -> Int {
      top == bottom ? 0 : Int(((value - bottom) / (top - bottom) * Double(width - 1)).rounded())
    }
    let lines = days.date.indices.compactMap { day -> String? in
      guard let low = days.low[day], let mean = days.average[day], let high = days.high[day] else { return nil }
      let range = column(low)...column(high)
      let bar = (0..<width).map { $0 == column(mean) ? "●" : range.contains($0) ? "─" : " " }.joined()
      let numbers = Phrase("\(Int(low))–\(Int(high)), mean \(MeasureWording.number(mean))").text
      let part = CoverageReport.mark(days.coverage?[day], terminal)
      return "\(TextFormat.shortDate(days.date[day]))  \(terminal.paint(bar, .red))  \(numbers)\(part)"
    }
    let head = terminal.paint(Phrase("Heart rate, bpm").text, .bold)
    let summary = heart.summary.map { [""] + TextFormat.wrapped($0.text, width: terminal.width) } ?? []
    try StandardOutput.write(text: ([head] + lines + summary).joined(separator: "\n") + "\n")
  }
}
