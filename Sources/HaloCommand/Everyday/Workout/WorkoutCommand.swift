/// `halo workout`: records and shows workouts.
struct WorkoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout",
    abstract:
      "Record, show and export workouts with a machine, a strap or a ring.",
    discussion: """
      EXAMPLES:
        halo workout record
        halo workout record --radio simulated --scene gym --machine "Bike 12" \\
          --minutes 1 --speed 10
        halo workout list
        halo workout show --age 40
        halo workout export ride.fit

      docs/workouts.md has more.
      """,
    subcommands: [
      WorkoutRecordCommand.self, WorkoutListCommand.self, WorkoutShowCommand.self, WorkoutExportCommand.self,
      WorkoutDeleteCommand.self,
    ])
}
