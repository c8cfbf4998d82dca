import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports
import HaloWearables

/// `halo prune`: removes old raw readings.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove raw readings that are older than some days. Everything else stays.",
    discussion: """
      Removed are the readings that 'halo raw' streamed (about 0.65 MB an hour from a ring), and the frames that nothing else came \
      from. Samples, nights, workouts and their frames stay. So do the values that were computed from the readings, such as the time \
      asleep by Halo's own stages: they cannot be computed again, and 'halo rebuild' leaves them as they are. 'halo forget --data' \
      erases them with everything else that was computed for that person.

      EXIT STATUS: 0; 64 without --yes.
      """)

  @Option(name: .customLong("older-than"), help: ArgumentHelp("Days.", valueName: "days"))
  var days: Int = 90

  @Flag(help: "I am sure.")
  var yes = false

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    guard days >= 0 else { throw ValidationError(Phrase("--older-than is 0 days or more.")) }
    guard yes else { throw ValidationError(Phrase("This removes raw readings for good. Add --yes if you are sure.")) }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let bytes = try report { try journal.pruneRaw(before: WallTime.system.moment - .days(days)) }
    try StandardOutput.write(
      days == 1
        ? Phrase("\(bytes) bytes of raw readings older than 1 day are gone.")
        : Phrase("\(bytes) bytes of raw readings older than \(days) days are gone."))
  }
}
