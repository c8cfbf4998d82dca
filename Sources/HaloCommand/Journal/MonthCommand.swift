import ArgumentParser

/// `halo month`: the last thirty days of the journal, a line each.
struct MonthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "month", abstract: "Draw the last thirty days in the journal, a line each.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var days: DaysOptions

  func run() throws { try DayLines(days, count: 30).show() }
}
