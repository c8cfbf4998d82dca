import ArgumentParser

/// `halo workout show`: one workout, with the heart rate over it and its zones.
struct WorkoutShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Draw a workout: its heart rate, the time in each zone, speed, power, distance.",
    discussion: """
      A heart rate holds until the next one, for ten seconds at most; time without one is in no zone. Distance and energy are what \
      the machine counted.

      EXIT STATUS: 0; 65 if there is no such workout.
      """)

  @OptionGroup var choice: WorkoutChoice
  @OptionGroup var zonesOptions: ZonesOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let (journal, workout) = try choice.find()
    let shown = try report { try zonesOptions.workout(workout, journal) }
    if json { return try StandardOutput.write(json: WorkoutOutput(shown)) }
    try StandardOutput.write(text: WorkoutView(report: shown).draw(on: Terminal.current()))
  }
}
