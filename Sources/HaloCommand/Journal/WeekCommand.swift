import ArgumentParser

/// `halo week`: the last seven days of the journal, a line each.
struct WeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Draw the last seven days in the journal, a line each.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var days: DaysOptions

  func run() throws { try DayLines(days, count: 7).show() }
}
