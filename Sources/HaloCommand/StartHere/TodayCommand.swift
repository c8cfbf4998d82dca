/// `halo today`: draws the newest day.
struct TodayCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Draw the newest day in the journal.",
    discussion: """
      EXAMPLES:
        halo today
        halo today --json | jq .heartRate

      EXIT STATUS: 0; 65 if the journal has no data yet.
      """)

  @OptionGroup var days: DaysOptions

  @Flag(help: "Print the day as JSON. The numbers in 'from' are frame numbers of the journal.")
  var json = false

  func run() throws {
    let (reports, _, day) = try days.reports()
    try JournalDay(reports: reports).show(day, json: json)
  }
}
