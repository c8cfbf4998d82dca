/// `halo heart`: draws the heart rate of each day.
struct HeartCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "heart",
    abstract: "Draw the lowest, mean and highest value of each day, of heart rate, HRV and others.",
    discussion: """
      EXAMPLES:
        halo heart --days 30
        halo heart --json | jq '.metrics[0].average.value'

      EXIT STATUS: 0; 65 if the journal has no data yet.
      """)

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (reports, first, last) = try trend.reports()
    let heart = try reports.heart(from: first, to: last, .samples)
    if trend.json { return try StandardOutput.write(json: heart) }
    let terminal = Terminal.current()
    let drawn = heart.series.map { draw($0, heart.days, terminal) }
    let summary = heart.summary.map { [[$0.text]] } ?? []
    try StandardOutput.write(
      text: terminal.fitted((drawn + summary).joined(separator: [""]).joined(separator: "\n") + "\n"))
  }

  /// A bar from the lowest to the highest value of each day, with a mark at the mean.
  private func draw(_ series: PeriodSeries, _ days: PeriodMetricsReport.Days, _ terminal: Terminal) -> [String] {
    let bottom = series.low.compactMap(\.self).min() ?? 0
    let top = series.high.compactMap(\.self).max() ?? 0
    let rows = days.date.indices.compactMap {
      day -> (low: Double, mean: Double, high: Double, date: String, text: String)? in
      guard let low = series.low[day], let mean = series.average[day], let high = series.high[day] else { return nil }
      let average = MeasureWording.average(mean, of: series.id)
      let text = Phrase("\(MeasureWording.range(low, high, of: series.id)), \(average)").text
      let part = CoverageReport.mark(days.coverage?[day], terminal)
      return (low, mean, high, Wording.current.date(days.date[day], .short) + "  ", "  \(text)\(part)")
    }
    let width = terminal.room(beside: rows.map { $0.date + $0.text }, most: 60)
    func column(_ value: Double) -> Int {
      top == bottom ? 0 : Int(((value - bottom) / (top - bottom) * Double(width - 1)).rounded())
    }
    let lines = rows.map { row in
      let range = column(row.low)...column(row.high)
      let bar = (0..<width).map { $0 == column(row.mean) ? "●" : range.contains($0) ? "─" : " " }.joined()
      return row.date + terminal.paint(bar, DayView.color(series.id)) + row.text
    }
    return [terminal.paint(series.name.text, .bold)] + lines
  }
}
