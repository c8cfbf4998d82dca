import ArgumentParser

/// `halo week`: the last seven days of the journal as a table.
struct WeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Show the last seven days in the journal: a line each, and their means.",
    discussion: "EXIT STATUS: 0; 65 if the journal has nothing yet.")

  @OptionGroup var options: PeriodOptions

  func run() throws { try options.show(days: 7) }
}
