/// `halo month`: prints the last 30 days of the journal as a table.
struct MonthCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "month", abstract: "Show the last 30 days as a table, with their means.",
    discussion: "EXIT STATUS: 0; 65 if the journal has no data yet.")

  @OptionGroup var options: PeriodOptions

  func run() throws { try options.show(days: 30) }
}
