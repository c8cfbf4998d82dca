import ArgumentParser

/// `halo workout`: sport with a machine, a strap or a ring.
struct WorkoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout",
    abstract:
      "Record workouts with a machine, a strap or a ring; show them with heart-rate zones, write them as TCX or FIT.",
    discussion: """
      EXAMPLES:
        halo workout record
        halo workout record --radio simulated --scene gym --machine "Bike 12" --minutes 1 --speed 10
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
