/// `halo year`: prints the last twelve months of the journal as a table.
struct YearCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "year", abstract: "Show the means of each of the last twelve months as a table.",
    discussion: "EXIT STATUS: 0; 65 if the journal has no data yet.")

  @OptionGroup var options: PeriodOptions

  func run() throws { try options.showYear() }
}
