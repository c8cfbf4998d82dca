/// `halo workout show`: draws a workout with its heart rate and zones.
struct WorkoutShowCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Draw a workout: heart rate, time in each zone, speed, power and distance.",
    discussion: """
      Each heart rate that was measured live counts until the next one, for at most ten seconds; each one that a device \
      logged, for the usual time between them and at most five minutes. Time without a heart rate is in no zone. \
      Distance and energy are the machine's values, or those of the imported file.

      EXIT STATUS: 0; 65 if there is no such workout.
      """)

  @OptionGroup var choice: WorkoutChoice
  @OptionGroup var zonesOptions: ZonesOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let (journal, workout) = try choice.find()
    let shown = try zonesOptions.workout(workout, journal)
    try StandardOutput.write(shown.fields, json: json) { WorkoutView(report: shown).draw(on: $0) }
  }
}
