/// `halo week`: prints the last seven days of the journal as a table.
struct WeekCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Show the last seven days as a table, with their means.",
    discussion: "EXIT STATUS: 0; 65 if the journal has no data yet.")

  @OptionGroup var options: PeriodOptions

  func run() throws { try options.show(days: 7) }
}
