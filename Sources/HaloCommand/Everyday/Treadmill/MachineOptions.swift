import HaloEngine
import HaloVirtualDevices

/// Options that select the machine and the radio: those of ``RadioOptions``, except that '--speed' is the belt's
/// speed.
struct MachineOptions: ParsableArguments {
  @Option(help: RadioOptions.radioHelp) var radio: RadioOptions.Kind?
  @Option(help: RadioOptions.adapterHelp) var adapter: String?

  @Option(
    help: ArgumentHelp(
      "The machine's name or identifier (default: one that was used before, otherwise the strongest signal).",
      valueName: "name"))
  var device: String?

  @Option(help: "The duration of the search.")
  var seconds: Int = 3

  @Flag(help: "Take over the link of another program on this computer, and disconnect at the end.")
  var takeOver = false

  @Option(help: SpeedUnitOption.help) var unit: SpeedUnitOption?

  @OptionGroup(title: HelpScreen.simulation) var simulated: Simulation

  /// Options of the simulated radio: those of ``SimulationOptions`` that a machine needs.
  struct Simulation: ParsableArguments {
    @Option(help: "The random seed. The same seed always gives the same result.")
    var seed: UInt64 = 1

    @Option(help: "The simulated devices.")
    var scene: SimulatedScene = .gym

    @Option(help: ArgumentHelp("The speed, as a multiple of real time.", valueName: "times"))
    var simulationSpeed: Double = 1
  }

  func validate() throws {
    try RadioOptions.validate(adapter: adapter)
    try check("--seconds", seconds, within: 1...600)
    try refuse("--simulation-speed must be 0.1 or more.", unless: (0.1...1_000_000).contains(simulated.simulationSpeed))
    try refuse("--device needs a name or an identifier.", if: device?.isEmpty == true)
  }

  var radioOptions: RadioOptions {
    var options = SimulationOptions()
    options.seed = simulated.seed
    options.now = nil
    options.scene = simulated.scene
    options.replay = nil
    options.replayMap = nil
    options.speed = simulated.simulationSpeed
    return RadioOptions(radio, adapter: adapter, options, takeOver: takeOver)
  }

  /// Finds a machine, and runs `work` on it. Every frame is recorded before it is decoded. If there is
  /// a journal, it stores the frames and the machine, so that later commands find the machine again.
  func perform(_ work: TreadmillWork, journal: Journal?) async throws {
    return try await radioOptions.withRadio { radio, environment in
      let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds)
      let known = try journal?.devices().filter { HaloProgram.registry.kind(of: $0.family) == .machine } ?? []
      let machine = try await finder.machine(
        device, called: known.first { $0.name.foldedName == device?.foldedName }?.identifier,
        known: Set(known.map(\.identifier)))
      let paired = known.first { $0.identifier == machine.device }
      let family = (paired?.family).flatMap { HaloProgram.registry.driver($0) }
      let recognized = family ?? HaloProgram.registry.driver(for: machine)
      // A machine that was named may not advertise its service. Its kind is read from its services after
      // connecting.
      let unrecognized = recognized == nil && device != nil ? HaloProgram.registry.drivers : []
      let drivers = [recognized].compactMap(\.self) + unrecognized
      guard let driver = drivers.lazy.compactMap({ $0 as? any MachineControlling.Type }).first else {
        throw Failure(EX.unavailable, "\(machine.label) is not a fitness machine: it does not advertise that service.")
      }
      var traits = HaloProgram.registry.traits(in: machine, known: paired?.traits)
      if let unit { traits.speedUnit = unit.speedUnit }
      guard traits.advertisedName?.isEmpty == false || traits.speedUnit != nil else {
        throw Failure(
          EX.unavailable,
          """
          \(machine.label) did not report its name, so Halo cannot tell whether it counts in kilometers or \
          miles. Nothing was sent. Try again with --seconds 10, or choose with --unit.
          """)
      }
      let machineTraits = traits
      work.progress.show("Connecting to \(machine.label) …")
      @Sendable func perform<Driver: MachineControlling>(
        _: Driver.Type, _ recorder: any FrameRecorder
      ) async throws {
        let session = WearableSession<Driver>(
          radio: radio, device: machine.device, label: machine.label,
          environment: environment.of(machineTraits), recorder: recorder)
        try await work.run(session, environment)
      }
      guard let journal else { return try await perform(driver, FrameList()) }
      let engine = Engine.forCommand(journal, radio, environment, takesOver: false)
      // Store the advertised name and the unit, because decoding depends on them in the driver and in the journal.
      var kept =
        try paired.map { try engine.note(machine, of: $0) } ?? engine.pair(machine, name: nil)
      if let unit { kept = try journal.setSpeedUnit(unit.speedUnit, of: kept) }
      return try await engine.recording("treadmill", of: kept) { try await perform(driver, $0) }
    }
  }
}

extension DeviceFinder {
  /// Returns the machine with the name or identifier `wanted`. If `wanted` is `nil`, returns the strongest of the
  /// `known` machines, otherwise the strongest of all.
  func machine(
    _ wanted: String?, called identifier: DeviceID?, known: Set<DeviceID>
  ) async throws -> Advertisement {
    @Sendable func isWanted(_ advertisement: Advertisement) -> Bool {
      guard let wanted else {
        // Skip machines that advertise another kind. A machine that advertises no kind may be a treadmill.
        let kinds = HaloProgram.registry.advertisedMachine(advertisement)?.kinds ?? []
        return HaloProgram.registry.driver(for: advertisement) is any MachineControlling.Type
          && (kinds.isEmpty || kinds.contains(.treadmill))
      }
      return advertisement.isCalled(wanted, knownAs: identifier)
    }
    // Wait for the name, which may arrive later: it shows whether the machine counts in miles.
    let seenDevices = try await look { advertisement in
      isWanted(advertisement) && advertisement.name != nil && (wanted != nil || known.contains(advertisement.device))
    }
    let found = seenDevices.sorted.filter(isWanted)
    if let machine = found.first(where: { known.contains($0.device) }) ?? found.first { return machine }
    throw Failure(
      EX.unavailable, seenDevices.summary(after: seconds, lookingFor: wanted, or: Phrase("a fitness machine")),
      Phrase(
        """
        Most machines advertise only while they are awake and no other app is connected. Step on the belt or press a \
        key on the machine, and close other apps. 'halo scan' lists nearby devices.
        """))
  }
}
