import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// `halo heart`: the heart rate day by day.
struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart", abstract: "Draw the heart rate day by day: lowest, mean and highest.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (journal, first, last) = try trend.range()
    let days = try report { try journal.trend(of: .heartRate, from: first, to: last, wearer: trend.days.wearer) }
    let coverage = try report { try JournalDay(journal, wearer: trend.days.wearer).coverage(from: first, to: last) }
    let terminal = Terminal.current()
    let (bottom, top) = (days.map(\.minimum).min() ?? 40, days.map(\.maximum).max() ?? 160)
    let width = max(10, min(60, terminal.width - 40))
    let lines = days.map { day in
      func column(_ value: Double) -> Int {
        top == bottom ? 0 : Int(((value - bottom) / (top - bottom) * Double(width - 1)).rounded())
      }
      let (low, mean, high) = (column(day.minimum), column(day.average), column(day.maximum))
      let bar = (0..<width).map { $0 == mean ? "●" : $0 >= low && $0 <= high ? "─" : " " }.joined()
      let numbers = "\(Int(day.minimum))–\(Int(day.maximum)), mean \(Words.number(day.average))"
      let part = CoverageReport.mark(coverage[day.date], terminal)
      return "\(Words.shortDate(day.date))  \(terminal.paint(bar, .red))  \(numbers)\(part)"
    }
    let head = terminal.paint("Heart rate, bpm", .bold)
    try StandardOutput.write(text: ([head] + lines).joined(separator: "\n") + "\n")
  }
}
