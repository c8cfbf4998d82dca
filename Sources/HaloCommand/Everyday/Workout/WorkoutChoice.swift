import HaloEngine

/// Options that select a workout.
struct WorkoutChoice: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "The wearer (default: all wearers).")
  var wearer: String?

  @Option(
    name: .customLong("number"),
    help: ArgumentHelp(
      "The workout's number in 'halo workout list' (default: the latest workout).", valueName: "number"))
  var number: Int?

  /// Opens the journal and finds the workout. Throws if it does not exist.
  func find() throws -> (journal: Journal, workout: StoredWorkout) {
    let journal = try self.journal.openExisting()
    let workouts = try journal.workouts(of: wearer)
    guard let workout = number.map({ number in workouts.first { $0.id == number } }) ?? workouts.last else {
      throw Failure(
        EX.dataError,
        number.map { Phrase("there is no workout \($0). 'halo workout list' prints the numbers.") }
          ?? Phrase("the journal \(journal.path) has no workout. Record one with 'halo workout record'."))
    }
    try workout.decodeLeftover(in: journal)
    return (journal, workout)
  }
}

extension StoredWorkout {
  /// Decodes frames that the recording program left undecoded, for example because it was killed or lost power.
  func decodeLeftover(in journal: Journal) throws {
    for device in try journal.allDevices() where device.id == machine || device.id == heart {
      try SessionDecoder(journal, HaloProgram.registry).decodeLeftover(of: device)
    }
  }
}
