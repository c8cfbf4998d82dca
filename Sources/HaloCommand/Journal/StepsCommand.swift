import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// `halo steps`: draws the steps of each day.
struct StepsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps", abstract: "Draw the steps of each day.",
    discussion: "EXIT STATUS: 0; 65 if the journal has no data yet.")

  @OptionGroup var trend: TrendOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let (reports, first, last) = try trend.reports()
    let activity = try report { try reports.activity(from: first, to: last, .samples) }
    if json { return try StandardOutput.write(json: activity) }
    let (terminal, days) = (Terminal.current(), activity.days)
    let most = max(days.steps.compactMap(\.self).max() ?? 0, 1)
    let width = max(10, min(60, terminal.width - 24))
    let lines = days.date.indices.map { place in
      let steps = days.steps[place]
      let bar = steps.map { String(repeating: "█", count: $0 * width / most) } ?? ""
      let mark = days.coverage?[place].map { "  " + terminal.paint($0.text, .yellow) } ?? ""
      return
        "\(Phrase("\(days.date[place], .short)").text)  \(terminal.paint(bar, .green)) \(steps.map { Phrase("\($0)").text } ?? "–")\(mark)"
    }
    let words = activity.words.map { TextFormat.wrapped($0.text, width: terminal.width) } ?? []
    let head = [terminal.paint(Phrase("Steps").text, .bold)] + words.map { terminal.paint($0, .faint) }
    try StandardOutput.write(text: (head + lines).joined(separator: "\n") + "\n")
  }
}
