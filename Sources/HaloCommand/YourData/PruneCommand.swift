/// `halo prune`: removes old raw readings.
struct PruneCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove raw readings older than a number of days.",
    discussion: """
      This removes the readings of 'halo raw' (about 0.65 MB per hour from a ring), and the frames that contain \
      nothing else. Samples, nights, workouts and their frames are kept. Values that were computed from the \
      readings, such as the time asleep by Halo's own stages, are kept too. They cannot be computed again, and 'halo \
      rebuild' does not change them. 'halo forget --data' erases them with all other values computed for that \
      wearer.

      EXIT STATUS: 0; 64 without --yes.
      """)

  @Option(name: .customLong("older-than"), help: ArgumentHelp("The age in days.", valueName: "days"))
  var days: Int = 90

  @Flag(help: "Confirm.")
  var yes = false

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    try refuse("--older-than must be 0 days or more.", unless: days >= 0)
    try refuse("This permanently removes raw readings. Add --yes if you are sure.", unless: yes)
  }

  func run() throws {
    let journal = try journalOptions.openExisting()
    let bytes = try journal.pruneRaw(before: WallTime.system.moment - .days(days))
    try StandardOutput.write(
      days == 1
        ? Phrase("\(bytes) bytes of raw readings older than 1 day were removed.")
        : Phrase("\(bytes) bytes of raw readings older than \(days) days were removed."))
  }
}
