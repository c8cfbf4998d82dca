import ArgumentParser

/// `halo month`: the last thirty days of the journal as a table.
struct MonthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "month", abstract: "Show the last thirty days in the journal: a line each, and their means.",
    discussion: "EXIT STATUS: 0; 65 if the journal has nothing yet.")

  @OptionGroup var options: PeriodOptions

  func run() throws { try options.show(days: 30) }
}
