import HaloDaemon
public import HaloVirtualDevices

extension SimulatedScene: ExpressibleByArgument {}

/// Options of the simulated radio.
struct SimulationOptions: ParsableArguments {
  @Option(help: "The random seed of the wearer and of errors. The same seed always gives the same result.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The local time at the start (default: now).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: RadioOptions.parseTime)
  var now: WallClock?

  @Option(help: "The simulated devices.")
  var scene: SimulatedScene = .rings

  @Option(
    help: ArgumentHelp(
      """
      Replay the devices of this capture, with their recorded responses and timing. The clock starts at the time of \
      the capture.
      """, valueName: "capture"))
  var replay: String?

  @Option(
    help: ArgumentHelp(
      "A map of the handles in that capture, in the format of 'halo capture --map'.", valueName: "file"))
  var replayMap: String?

  @Option(
    help: ArgumentHelp(
      """
      The speed, as a multiple of real time; 0 is as fast as possible (default: 1 for live output, otherwise 0).
      """, valueName: "times"))
  var speed: Double?

  func validate() throws {
    try refuse(
      "--replay uses the devices and the time of the capture. Leave out --scene and --now.",
      if: replay != nil && (scene != .rings || now != nil))
    if let speed, !(0...1_000_000).contains(speed) { throw ValidationError(Phrase("--speed must be 0 or more.")) }
  }

  /// The scene, seed and time to simulate; those of the daemon, if a daemon runs this command.
  var chosen: (scene: SimulatedScene, seed: UInt64, now: WallClock?) {
    let parts = (EnvironmentVariable.value("HALO_SIMULATION") ?? "").split(separator: " ")
    guard now == nil, parts.count == 3, let scene = SimulatedScene(rawValue: String(parts[0])),
      let seed = UInt64(parts[1]), let now = try? RadioOptions.parseTime(String(parts[2]))
    else { return (scene, seed, now) }
    return (scene, seed, now)
  }

  /// Returns the value of `HALO_SIMULATION` that gives another command the same simulated devices.
  func variable(at time: WallTime) -> String {
    "\(scene.rawValue) \(seed) \(time.wallClock.date)T\(time.wallClock.time)"
  }

  /// The options that select the same simulated devices, for use in advice. Begins with a space.
  var arguments: String {
    if let replay { return " --replay \(replay)" }
    return " --radio simulated" + (scene == .rings ? "" : " --scene \(scene.rawValue)")
      + (seed == 1 ? "" : " --seed \(seed)")
  }
}
