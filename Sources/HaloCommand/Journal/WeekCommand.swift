import ArgumentParser
import HaloHealth
import HaloJournal

/// `halo week` and `halo month`: days of the journal, a line each.
struct WeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Draw the last seven days in the journal, a line each.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var days: DaysOptions

  func run() throws { try DayLines(days, count: 7).show() }
}

/// `halo month`.
struct MonthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "month", abstract: "Draw the last thirty days in the journal, a line each.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var days: DaysOptions

  func run() throws { try DayLines(days, count: 30).show() }
}

/// Days of the journal, a line each.
private struct DayLines {
  let options: DaysOptions
  let count: Int

  init(_ options: DaysOptions, count: Int) {
    self.options = options
    self.count = count
  }

  func show() throws {
    let (journal, newest) = try options.newest()
    let day = JournalDay(journal, wearer: options.wearer)
    let summaries = try (0..<count).reversed().map { try day.summary(newest.adding(days: -$0)) }
    let title = "\(Words.shortDate(newest.adding(days: 1 - count))) to \(Words.shortDate(newest))"
    try StandardOutput.write(text: WeekView(title: title, facts: [], days: summaries).draw(on: Terminal.current()))
  }
}
