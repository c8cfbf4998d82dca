import ArgumentParser
import HaloEngine
import HaloReports
import HaloHealth
import HaloJournal

/// Which workout a command is about.
struct WorkoutChoice: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "The wearer (default: all wearers).")
  var wearer: String?

  @Option(
    name: .customLong("number"),
    help: ArgumentHelp("Which workout: its number in 'halo workout list' (default: the latest).", valueName: "number"))
  var number: Int?

  /// Opens the journal, and finds the workout.
  func find() throws -> (journal: Journal, workout: StoredWorkout) {
    let journal = try self.journal.openToShow()
    let workouts = try report { try journal.workouts(of: wearer) }
    if let number {
      if let workout = workouts.first(where: { $0.id == number }) {
        try report { try workout.readLeft(in: journal) }
        return (journal, workout)
      }
      StandardError.report(Phrase("there is no workout \(number). 'halo workout list' has their numbers."))
    } else {
      if let workout = workouts.last {
        try report { try workout.readLeft(in: journal) }
        return (journal, workout)
      }
      StandardError.report(Phrase("no workout is in the journal \(journal.path). 'halo workout record' records one."))
    }
    throw ExitCode(EX.dataError)
  }
}

extension StoredWorkout {
  /// Reads what its devices said, where the program that recorded it had no time to: it was killed, or the power went.
  func readLeft(in journal: Journal) throws {
    for device in try journal.allDevices() where device.id == machine || device.id == heart {
      try Reader(journal, HaloProgram.registry).readLeft(of: device)
    }
  }
}
