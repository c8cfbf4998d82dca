/// `halo workout delete`: deletes a workout.
struct WorkoutDeleteCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a workout, but keep its measurements.",
    discussion: "EXIT STATUS: 0; 65 if there is no such workout.")

  @Argument(help: ArgumentHelp("The workout's number in 'halo workout list'.", valueName: "number"))
  var number: Int

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    var choice = WorkoutChoice()
    choice.journal = journalOptions
    choice.wearer = nil
    choice.number = number
    let (journal, workout) = try choice.find()
    try journal.remove(workout)
    let start = workout.workout.start.wallClock
    try StandardOutput.write(Phrase("Deleted: \(workout.workout.kind.title), \(start.date, .day), \(start.time)."))
  }
}
