/// `halo workout list`: lists the workouts.
struct WorkoutListCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the workouts in the journal, the latest last.",
    discussion: """
      A distance with a question mark is doubtful: 'halo workout show' has the reason.

      EXIT STATUS: 0; 65 if there is no journal, or no workout (with --json: 0).
      """)

  @OptionGroup var journalOptions: JournalOptions
  @OptionGroup var zonesOptions: ZonesOptions

  @Option(help: "The wearer (default: all wearers).")
  var wearer: String?

  @Flag(help: "Print one JSON object per workout, or [] if there is no workout.")
  var json = false

  func run() throws {
    let journal = try journalOptions.openExisting()
    let reports = try journal.workouts(of: wearer).map {
      try $0.decodeLeftover(in: journal)
      return try zonesOptions.workout($0, journal)
    }
    if json { return try StandardOutput.write(jsonList: reports.map(\.fields)) }
    guard !reports.isEmpty else {
      throw Failure(
        EX.dataError,
        "the journal \(journal.path) has no workout. Record one with 'halo workout record'.\(journalOptions.adviceIfEmpty)"
      )
    }
    let lines = TextColumns.lines(reports.map(row), rightAligned: [0, 4, 5, 6])
    try StandardOutput.write(text: lines.map { $0 + "\n" }.joined())
  }

  private func row(_ report: WorkoutReport) -> [String] {
    let start = report.start.wallClock
    return ["\(report.id)", "\(start.date)", Wording.current.time(start.time), report.name.text]
      + [FigureID.duration, .distance, .workoutAverageHeartRate].map { id in
        let mark = id == .distance && report.distanceCount?.doubt != nil ? " ?" : ""
        return report.figure(id)?.text.map { $0.text + mark } ?? "–"
      }
  }
}
