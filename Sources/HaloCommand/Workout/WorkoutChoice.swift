import ArgumentParser
import HaloHealth
import HaloJournal

/// Which workout a command is about.
struct WorkoutChoice: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "Whose (default: everybody's).")
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
      if let workout = workouts.first(where: { $0.id == number }) { return (journal, workout) }
      StandardError.write("halo: there is no workout \(number). 'halo workout list' has their numbers.\n")
    } else {
      if let workout = workouts.last { return (journal, workout) }
      StandardError.write("halo: no workout is in the journal \(journal.path). 'halo workout record' records one.\n")
    }
    throw ExitCode(EX.dataError)
  }
}
