public import HaloDaemon

extension Workout.Kind: ExpressibleByArgument {}

/// `halo workout record`: records a workout.
struct WorkoutRecordCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a workout with a nearby machine and strap or ring.",
    discussion: """
      Records a treadmill, bike, rower, cross trainer or climber together with a strap or a paired ring. All data is \
      stored in the journal as it arrives. If a link is lost, Halo searches for the device again while the workout \
      continues. The machine is not controlled; 'halo treadmill' controls a treadmill.

      KEYS: q ends the workout. Control-C and the end of --minutes end it too.

      EXAMPLES:
        halo workout record
        halo workout record --machine none --heart "COLMI R12_0001" --kind hiking
        halo workout record --radio simulated --scene gym --machine "Bike 12" \\
          --minutes 1 --speed 10 --age 40

      EXIT STATUS: 0; 65 if nothing was measured; 69 if no machine, strap or ring was found, or one is in use; 130 \
      after Control-C, with the data so far stored.
      """)

  @OptionGroup var radioOptions: RadioOptions
  @OptionGroup var journalOptions: JournalFileOption
  @OptionGroup var zonesOptions: ZonesOptions

  @Option(
    help: ArgumentHelp(
      "The machine's name or identifier, or 'none' (default: one that was used before, otherwise the strongest signal).",
      valueName: "name"))
  var machine: String?

  @Option(
    help: ArgumentHelp(
      """
      The name or identifier of the strap or ring, or 'none' (default: a paired strap, otherwise the strap with the \
      strongest signal, otherwise a paired ring).
      """, valueName: "name"))
  var heart: String?

  @Option(help: "The duration of the search.")
  var seconds: Int = 3

  @Option(
    help:
      "The sport (default: that of the machine; on a treadmill, running from an average of 7.2 km/h, otherwise walking)."
  )
  var kind: Workout.Kind?

  @Option(help: ArgumentHelp("Stop after this many minutes.", valueName: "minutes"))
  var minutes: Double?

  @Option(help: "The wearer of devices that are not paired yet.")
  var wearer: String?

  @Flag(help: "Print one JSON object per record or event.")
  var json = false

  func validate() throws {
    try check("--seconds", seconds, within: 1...600)
    try refuse(
      "--minutes must be more than 0, and at most 1440.", unless: minutes.map { $0 > 0 && $0 <= 1440 } ?? true)
    try refuse(
      "--machine and --heart need a name, an identifier, or 'none'.",
      if: machine?.isEmpty == true || heart?.isEmpty == true)
    try refuse(
      "Pass a machine or a heart-rate sensor: --machine and --heart are both 'none'.",
      if: [machine, heart].allSatisfy(WorkoutDevices.isNone))
  }

  func run() async throws {
    let journal = try journalOptions.open(isSimulated: radioOptions.isSimulated)
    BeltLeftRunning.warn(in: journal)
    let duration = minutes.map { Duration.milliseconds(Int($0 * 60_000)) }
    let progress = ProgressLine()
    progress.show("Looking for a machine and a strap …")
    defer { progress.clear() }
    let view = WorkoutRecordView(json: json)
    if Terminal.isTerminal(.standardInput) { ProgramContext.current.signals?.ignoreStop() }
    let latest = try journal.workouts().last?.id
    let workout: StoredWorkout?
    do {
      workout = try await radioOptions.withRadio(speed: 1) { radio, environment in
        let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds)
        let found = try await WorkoutDevices.find(
          machine: self.machine, heart: self.heart, finder: finder, journal: journal)
        progress.clear()
        let engine = Engine.forCommand(journal, radio, environment)
        let known = try journal.devices()
        func kept(_ advertisement: Advertisement) throws -> Device {
          try known.first { $0.identifier == advertisement.device }
            .map { try engine.note(advertisement, of: $0) }
            ?? engine.pair(advertisement, name: nil, wearer: wearer)
        }
        let machine = try found.machine.map(kept)
        let heart = try found.heart.map(kept)
        let own = heart?.wearer ?? machine?.wearer ?? "me"
        let zones = try zonesOptions.zones(of: own, in: environment.time.wallClock.date.year, journal)
        view.begin(machine: machine, heart: heart, zones: zones, time: environment.time)
        return try await Keys.reading { keys in
          try await engine.recordWorkout(
            kind, machine: machine, heart: heart, of: own
          ) {
            try await Self.end(duration, keys, environment)
          } report: {
            view.show($0)
          }
        }
      }
    } catch  where HaloProgram.exitStatus(of: error) > 128 {
      view.display.clear()
      // As after q.
      if !json, let kept = try? journal.workouts().last(where: { $0.id != latest && $0.id > latest ?? 0 }) {
        try show(kept, journal)
      }
      throw error
    }
    view.display.clear()
    guard let workout else {
      throw Failure(
        EX.dataError,
        """
        nothing was measured, so no workout was stored. A strap needs wet contacts, and a machine only sends data \
        while you move on it.
        """)
    }
    try show(workout, journal)
  }

  /// Prints a stored workout, unless the output is JSON.
  private func show(_ workout: StoredWorkout, _ journal: Journal) throws {
    if json { return }
    let report = try zonesOptions.workout(workout, journal)
    try StandardOutput.write(text: WorkoutView(report: report).draw(on: Terminal.current()))
  }

  /// Returns when the time is over or q is pressed.
  private static func end(
    _ duration: Duration?, _ keys: AsyncStream<String>, _ environment: DriverEnvironment
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // Without `duration`, wait until the task is canceled.
        repeat { try await environment.clock.sleep(for: duration ?? .hours(1)) } while duration == nil
      }
      if Terminal.isTerminal(.standardInput) {
        group.addTask {
          for await key in keys where key == "q" { return }
          // Standard input ended: wait for the time limit or a signal.
          while true { try await environment.clock.sleep(for: .hours(1)) }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
