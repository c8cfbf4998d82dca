/// `halo steps`: draws the steps of each day.
struct StepsCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "steps", abstract: "Draw the steps of each day.",
    discussion: "EXIT STATUS: 0; 65 if the journal has no data yet.")

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (reports, first, last) = try trend.reports()
    let activity = try reports.activity(from: first, to: last, .samples)
    if trend.json { return try StandardOutput.write(json: activity) }
    let terminal = Terminal.current()
    let days = activity.days
    let steps = activity.metric(.steps)?.values ?? []
    let most = max(steps.compactMap(\.self).max() ?? 0, 1)
    let texts = days.date.indices.map { index in
      let mark = CoverageReport.mark(days.coverage?[index], terminal)
      return (
        day: Wording.current.date(days.date[index], .short) + "  ",
        steps: " " + (steps[index].map { Phrase("\($0, digits: 0)").text } ?? "–") + mark
      )
    }
    let width = terminal.room(beside: texts.map { $0.day + $0.steps }, most: 60)
    let lines = zip(texts, steps).map { text, steps in
      text.day + terminal.paint(String(repeating: "█", count: Int((steps ?? 0) * Double(width) / most)), .green)
        + text.steps
    }
    let head =
      [terminal.paint(Phrase("Steps").text, .bold)]
      + [activity.summary].compactMap { $0.map { terminal.paint($0.text, .faint) } }
    try StandardOutput.write(text: terminal.fitted((head + lines).joined(separator: "\n") + "\n"))
  }
}
