import ArgumentParser
import HaloHealth
import HaloInsights
import HaloJournal

/// `halo workout list`: the workouts, a line each.
struct WorkoutListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the workouts in the journal, a line each, the latest last.",
    discussion:
      "EXIT STATUS: 0, with --json also if there is no workout; otherwise 65 then, and if there is no journal.")

  @OptionGroup var journalOptions: JournalOptions
  @OptionGroup var zonesOptions: ZonesOptions

  @Option(help: "Whose (default: everybody's).")
  var wearer: String?

  @Flag(help: "Print a JSON object a workout, [] if there is none.")
  var json = false

  func run() throws {
    let journal = try journalOptions.openToShow()
    let reports = try report {
      try journal.workouts(of: wearer).map {
        try $0.readLeft(in: journal)
        return try WorkoutReport($0, in: journal, zones: zonesOptions.zones(of: $0, journal))
      }
    }
    if json { return try StandardOutput.write(jsonList: reports.map { WorkoutOutput($0) }) }
    guard !reports.isEmpty else {
      StandardError.write(
        "halo: no workout is in the journal \(journal.path). 'halo workout record' records one.\(journalOptions.adviceIfEmpty)\n"
      )
      throw ExitCode(EX.dataError)
    }
    let rows = reports.map(row)
    // A kind's name and a number's width are the longest of their column.
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { place, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return place == 0 || place > 3 ? space + cell.0 : cell.0 + space
      }
      try StandardOutput.write(text: cells.joined(separator: "  ") + "\n")
    }
  }

  private func row(_ report: WorkoutReport) -> [String] {
    let workout = report.stored.workout
    let start = workout.start.wallClock
    return [
      "\(report.stored.id)", "\(start.date)", "\(start.time)", WorkoutReport.name(workout.kind),
      WorkoutReport.clock(Double(workout.length) / 1000), report.recording.meters.map(WorkoutReport.kilometers) ?? "–",
      report.summary.heartRate.map { "\(Int($0.average.rounded())) bpm" } ?? "–",
    ]
  }
}
