import HaloDaemon

/// Options that select the device and the radio: those of ``RadioOptions`` and ``JournalFileOption``, and two more.
///
/// They are not groups in this group: a debug build of ArgumentParser checks each level of groups four times as often as
/// the level above, so that every command would begin half a second later.
struct DeviceOptions: ParsableArguments {
  @Option(help: RadioOptions.radioHelp) var radio: RadioOptions.Kind?
  @Option(help: RadioOptions.adapterHelp) var adapter: String?
  @OptionGroup(title: HelpScreen.simulation) var simulated: SimulationOptions
  @Flag(help: RadioOptions.takeOverHelp) var takeOver = false
  @Option(help: JournalFileOption.help) var journal: String?

  @Option(help: ArgumentHelp("The device's name or identifier (default: the strongest signal).", valueName: "name"))
  var device: String?

  @Option(help: "The duration of the search.")
  var seconds: Int = 3

  var radioOptions: RadioOptions { RadioOptions(radio, adapter: adapter, simulated, takeOver: takeOver) }
  var journalOptions: JournalFileOption { JournalFileOption(journal) }

  /// Opens the journal; returns nil if it does not exist.
  func journalIfExists() throws -> Journal? { try journalOptions.openIfExists(isSimulated: radioOptions.isSimulated) }

  /// Returns the identifier of the paired device that `device` names. Its name may differ from its advertised name.
  func identifier(in journal: Journal?) throws -> DeviceID? {
    try device.flatMap { DeviceArgument.match($0, in: try journal?.devices() ?? []) }?.identifier
  }

  /// Finds a device of a kind, calls `found`, and runs `work` with the driver of its family. Every frame is recorded
  /// before it is decoded: in the journal, in a session with `purpose`, if the device is paired. Control-C cancels.
  func withDevice<Work: DeviceWork>(
    _ kind: DeviceKind, journal: Journal? = nil, purpose: String = "", speed: Double? = nil,
    found: @escaping @Sendable (Advertisement) -> Void = { _ in }, work: Work
  ) async throws -> Work.Result {
    try await withDevice(kind, journal: journal, purpose: purpose, speed: speed, found: found) {
      try await $0.perform(work)
    }
  }

  /// Finds a device of a kind, and calls `body` with it. `other` is the adapter for the peripheral role.
  func withDevice<Result: Sendable>(
    _ kind: DeviceKind, journal: Journal?, purpose: String, speed: Double? = nil, servingOn other: String? = nil,
    found: @escaping @Sendable (Advertisement) -> Void = { _ in },
    _ body: @escaping @Sendable (DeviceContact) async throws -> Result
  ) async throws -> Result {
    return try await radioOptions.withRadios(speed: speed, servingOn: other) { radio, peripheral, environment in
      let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds)
      let seen = try await finder.device(kind, device, knownAs: identifier(in: journal))
      found(seen)
      @Sendable func contact(_ recorder: any FrameRecorder, _ paired: Device?) -> DeviceContact {
        DeviceContact(
          radio: radio, peripheral: peripheral, advertisement: seen, environment: environment, recorder: recorder,
          traits: HaloProgram.registry.traits(in: seen, known: paired?.traits),
          family: (paired?.family).flatMap { HaloProgram.registry.driver($0) }
            ?? HaloProgram.registry.driver(for: seen))
      }
      guard let journal, let paired = try journal.devices().first(where: { $0.identifier == seen.device }) else {
        return try await body(contact(FrameList(), nil))
      }
      let engine = Engine.forCommand(journal, radio, environment)
      if let problem = try engine.clockProblem() { StandardError.report("\(problem.notStored)") }
      return try await engine.recording(purpose, of: paired) { try await body(contact($0, paired)) }
    }
  }

  /// Finds the ring, and returns its identifier.
  func identifier() async throws -> DeviceID {
    return try await radioOptions.withRadio { radio, environment in
      try await DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds).device(.ring, device).device
    }
  }

  /// Finds a device of a kind, connects, and calls `body` with its driver, cast by `ability`. If the link is lost, reconnects and
  /// calls `body` again.
  ///
  /// - Throws: ``HaloWearables/ConfigurableError/unsupported(device:what:)`` for `what` if the driver has no such ability.
  func withDevice<Ability: Sendable, Result: Sendable>(
    _ kind: DeviceKind, as ability: @escaping @Sendable (any Wearable) -> Ability?, _ what: Phrase,
    body: @escaping @Sendable (Ability, Advertisement, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    let journal = try journalIfExists()
    return try await withDevice(kind, journal: journal, purpose: "settings") { contact in
      func perform<Driver: MeasuringDriver>(_ driver: Driver.Type) async throws -> Result {
        try await contact.run(driver) { session, seen, environment in
          try await session.withReconnection(progress: { 0 }) { driver in
            guard let able = ability(driver) else {
              throw ConfigurableError.unsupported(device: seen.label, what: what)
            }
            return try await body(able, seen, environment)
          }
        }
      }
      return try await perform(contact.measuringDriver())
    }
  }

  func validate() throws {
    try RadioOptions.validate(adapter: adapter)
    try check("--seconds", seconds, within: 1...600)
    try refuse("--device needs a name or an identifier.", if: device?.isEmpty == true)
  }
}
