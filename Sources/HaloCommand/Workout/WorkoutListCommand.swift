import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// `halo workout list`: the workouts, a line each.
struct WorkoutListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the workouts in the journal, a line each, the latest last.",
    discussion:
      "EXIT STATUS: 0, with --json also if there is no workout; otherwise 65 then, and if there is no journal.")

  @OptionGroup var journalOptions: JournalOptions
  @OptionGroup var zonesOptions: ZonesOptions

  @Option(help: "The wearer (default: all wearers).")
  var wearer: String?

  @Flag(help: "Print a JSON object a workout, [] if there is none.")
  var json = false

  func run() throws {
    let journal = try journalOptions.openToShow()
    let reports = try report {
      try journal.workouts(of: wearer).map {
        try $0.readLeft(in: journal)
        return try zonesOptions.workout($0, journal)
      }
    }
    if json { return try StandardOutput.write(jsonList: reports.map { WorkoutOutput($0) }) }
    guard !reports.isEmpty else {
      StandardError.report(
        Phrase(
          "no workout is in the journal \(journal.path). 'halo workout record' records one.\(journalOptions.adviceIfEmpty)"
        )
      )
      throw ExitCode(EX.dataError)
    }
    let rows = reports.map(row)
    // A kind's name and a number's width are the longest of their column.
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
    return ["\(report.id)", "\(start.date)", "\(start.time)", report.name.text]
      + ["duration", "distance", "average-heart-rate"].map { report.figure($0)?.text?.text ?? "–" }
  }
}
