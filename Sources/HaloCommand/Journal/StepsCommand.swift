import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// `halo steps`: steps day by day.
struct StepsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps", abstract: "Draw the steps day by day.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (journal, first, last) = try trend.range()
    let movement = try report { try journal.movement(of: trend.days.wearer, from: first, to: last) }
    let coverage = try report { try JournalDay(journal, wearer: trend.days.wearer).coverage(from: first, to: last) }
    let terminal = Terminal.current()
    let days = stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { number in
      let date = CalendarDate(daysSince1970: number)
      return (date: date, steps: movement[date]?.steps)
    }
    let most = max(days.compactMap(\.steps).max() ?? 0, 1)
    let width = max(10, min(60, terminal.width - 24))
    let lines = days.map { date, steps in
      let bar = steps.map { String(repeating: "█", count: $0 * width / most) } ?? ""
      let part = CoverageReport.mark(coverage[date], terminal)
      return "\(Words.shortDate(date))  \(terminal.paint(bar, .green)) \(steps.map(Words.grouped) ?? "–")\(part)"
    }
    // A day that is known until its morning alone would make the mean small.
    let known = days.filter { coverage[$0.date]?.counts ?? true }.compactMap(\.steps)
    let mean = known.isEmpty ? "" : "  \(Words.grouped(known.reduce(0, +) / known.count)) a day on average"
    try StandardOutput.write(
      text: ([terminal.paint("Steps", .bold) + terminal.paint(mean, .faint)] + lines).joined(separator: "\n") + "\n")
  }
}
