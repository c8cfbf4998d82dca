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
    let rows = reports.map(row)
    // Each column is as wide as its longest cell.
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { place, cell in
        place == 0 || place > 3 ? cell.0.rightAligned(in: cell.1) : cell.0.padded(to: cell.1)
      }
      try StandardOutput.write(text: cells.joined(separator: "  ") + "\n")
    }
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
