import HaloHealth
import HaloJournal

/// Days of the journal, a line each.
struct DayLines {
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
    let coverage = try day.coverage(from: newest.adding(days: 1 - count), to: newest)
    let title = "\(Words.shortDate(newest.adding(days: 1 - count))) to \(Words.shortDate(newest))"
    try StandardOutput.write(
      text: WeekView(title: title, facts: [], days: summaries, coverage: coverage).draw(on: Terminal.current()))
  }
}
