import ArgumentParser

/// `halo year`: the last twelve months of the journal as a table.
struct YearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "year", abstract: "Show the last twelve months in the journal: a line with the means of each.",
    discussion: "EXIT STATUS: 0; 65 if the journal has nothing yet.")

  @OptionGroup var options: PeriodOptions

  func run() throws { try options.showYear() }
}
