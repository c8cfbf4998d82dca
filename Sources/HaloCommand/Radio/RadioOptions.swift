import HaloDaemon
import HaloCaptures
import HaloVirtualDevices

/// Options that select the radio.
struct RadioOptions: ParsableArguments {
  /// The name of a radio.
  struct Kind: ExpressibleByArgument, Hashable {
    static let simulated = Kind(name: "simulated")

    let name: String

    private init(name: String) { self.name = name }

    init?(argument: String) {
      guard Self.allValueStrings.contains(argument) else { return nil }
      name = argument
    }

    init(_ radio: any SystemRadio) { name = radio.name }

    static var allValueStrings: [String] { HaloProgram.radios.map(\.name) + [simulated.name] }
  }

  @Option(help: radioHelp) var radio: Kind?
  @Option(help: adapterHelp) var adapter: String?
  @OptionGroup(title: HelpScreen.simulation) var simulated: SimulationOptions
  @Flag(help: takeOverHelp) var takeOver = false

  static let radioHelp: ArgumentHelp =
    "The radio to use (default: the real adapter, if there is one). The variable HALO_RADIO sets it too."
  static var adapterHelp: ArgumentHelp {
    ArgumentHelp(
      "Real radio: the adapter, if there are several (default: the first that is powered on).", valueName: "hci0",
      visibility: visibilityOfAdapters)
  }
  static let takeOverHelp: ArgumentHelp = """
    Take over the link of another program on this computer that is measuring with the device, and disconnect at the \
    end. The other program loses its connection.
    """

  init() {}

  init(_ radio: Kind?, adapter: String?, _ simulated: SimulationOptions, takeOver: Bool) {
    self.radio = radio
    self.adapter = adapter
    self.simulated = simulated
    self.takeOver = takeOver
  }

  /// Throws if `--take-over` is set: for commands that never interrupt another program, or do not connect.
  func refuseTakeOver() throws {
    try refuse("--take-over only works with commands that connect to a device once, such as 'halo sync'.", if: takeOver)
  }

  /// Calls `body` with the radio and its environment. `speed` is the default speed of a simulated radio. If
  /// `mayBeMissing`, an unavailable radio is not an error; the caller waits for it.
  func withRadio<Result: Sendable>(
    speed: Double? = nil, mayBeMissing: Bool = false,
    _ body: @escaping @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    try await withRadios(speed: speed, mayBeMissing: mayBeMissing) { central, _, environment in
      try await body(central, environment)
    }
  }

  /// Calls `body` with the radio in both roles. `other`, if given, is the adapter for the peripheral role.
  func withRadios<Result: Sendable>(
    speed: Double? = nil, mayBeMissing: Bool = false, servingOn other: String? = nil,
    _ body: @escaping @Sendable (any Central, any Peripheral, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    @Sendable func run() async throws -> Result {
      try await withChosenRadios(speed: speed, mayBeMissing: mayBeMissing, servingOn: other, body)
    }
    return try await LinkTakeover.$isAllowed.withValue(takeOver) {
      try await PairingQuestion.$answer.withValue(mayBeMissing ? nil : PairingQuestion.onTerminal) {
        try await mayBeMissing ? run() : Interruption.cancelling { try await run() }
      }
    }
  }

  /// Adds the devices that advertise within `seconds` to `seenDevices`.
  func scan(_ filter: ScanFilter, for seconds: Int, into seenDevices: SeenDevices) async throws {
    _ = try await withRadio { radio, environment in
      try await DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds).look(filter, into: seenDevices)
    }
  }

  private func withChosenRadios<Result: Sendable>(
    speed: Double?, mayBeMissing: Bool, servingOn other: String?,
    _ body: @Sendable (any Central, any Peripheral, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    let kind = try chosenKind()
    guard kind != .simulated else {
      return try await withSimulation(speed: simulated.speed.map { $0 == 0 ? nil : $0 } ?? speed) { simulated in
        let peripheral = simulated.central.peripheral()
        return try await recorded(simulated.central, simulated.driver) { try await body($0, peripheral, $1) }
      }
    }
    let radio = HaloProgram.radios.first { kind == nil || kind == Kind($0) }
    if !mayBeMissing || radio == nil { try await check(radio, servingOn: other) }
    guard let radio else { throw Failure(EX.unavailable) }
    do {
      return try await radio.withRoles(on: adapter, serving: other) { central, peripheral in
        let environment = DriverEnvironment.system(released: HaloProgram.releaseDate)
        let waits = RadioWaits()
        return try await TaskScope.with { scope in
          scope.start { await waits.watch(environment.clock) { StandardError.report("\($0) …") } }
          return try await RadioWaits.$current.withValue(mayBeMissing ? nil : waits) {
            try await recorded(central, environment) { try await body($0, peripheral, $1) }
          }
        }
      }
    } catch {
      guard UnusableRadio.isRadioGone(error) else { throw error }
      throw await UnusableRadio(radio.report(), adapter: adapter) ?? UnusableRadio(error)
    }
  }

  /// Calls `body` with the simulated devices of the capture or of the scene.
  private func withSimulation<Result: Sendable>(
    speed: Double?, _ body: @Sendable (SimulatedEnvironment) async throws -> Result
  ) async throws -> Result {
    let (scene, seed, now) = simulated.chosen
    let conversations = try simulated.replay.map { try CaptureFile.conversations($0, map: simulated.replayMap) }
    return try await Simulation.run(speed: speed) { clock in
      if let conversations { return try await body(SimulatedEnvironment(clock, replaying: conversations)) }
      let system = WallTime.system
      let time = WallTime.simulated(clock, from: now.map { system.date(at: $0) } ?? system.now)
      let simulated = await HaloProgram.environment(clock, scene: scene, seed: seed, time: time)
      for ring in simulated.rings { SimulatedRingWearer.current?.add(ring) }
      return try await body(simulated)
    }
  }

  /// Returns the devices of the scene or of the capture; `nil` for a real radio, whose devices are not known in
  /// advance.
  func simulatedDevices() async throws -> Set<HaloBluetooth.DeviceID>? {
    guard isSimulated else { return nil }
    return try await withSimulation(speed: nil) { $0.devices }
  }

  /// The options that select the same simulated devices, for use in advice. Begins with a space; empty for a real
  /// radio.
  var simulationArguments: String { isSimulated ? simulated.arguments : "" }

  /// Throws if there is no radio, if it cannot be used, or if a requested adapter does not exist.
  private func check(_ radio: (any SystemRadio)?, servingOn other: String?) async throws {
    let report = await radio?.reportAfterStart()
    let names = report?.answer.adapters.map(\.name) ?? []
    if !names.isEmpty, let missing = [adapter, other].compactMap(\.self).first(where: { !names.contains($0) }) {
      throw Failure(
        EX.unavailable,
        "there is no adapter '\(missing)'. This computer has \(names.joined(separator: ", ")). See 'halo doctor'.")
    }
    guard let unusable = UnusableRadio(report, adapter: adapter) else { return }
    throw Failure(
      EX.unavailable,
      try chosenKind() == nil
        ? Phrase("\(unusable.phrase) To try Halo without hardware, add --radio simulated or set HALO_RADIO=simulated.")
        : unusable.phrase)
  }

  /// Calls `body` with the radio. Its traffic is recorded if the command runs under 'halo capture record'.
  private func recorded<Result: Sendable>(
    _ central: some Central, _ environment: DriverEnvironment,
    _ body: @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    guard let file = RecordingFile.current else { return try await body(central, environment) }
    let writer = CaptureWriter(time: environment.time) { try file.append($0) }
    return try await body(CapturingCentral(central, writer), environment)
  }

  func validate() throws {
    try Self.validate(adapter: adapter)
  }

  /// The visibility of options that select an adapter: hidden without a real radio.
  static var visibilityOfAdapters: ArgumentVisibility { HaloProgram.radios.isEmpty ? .hidden : .default }

  /// Throws if an adapter is named but the program has no real radio.
  static func validate(adapter: String?) throws {
    try refuse(
      "this program has no real radio and therefore no adapters.", if: adapter != nil && HaloProgram.radios.isEmpty)
  }

  /// True if the simulated radio is the default, set by `HALO_RADIO`.
  static var isSimulatedByDefault: Bool { EnvironmentVariable.value("HALO_RADIO") == Kind.simulated.name }

  /// True if the simulated radio is used.
  var isSimulated: Bool { (try? chosenKind()) == .simulated }

  /// Returns the value of HALO_SIMULATION that gives another command the same simulated devices; `nil` for another
  /// radio.
  func simulation(at time: WallTime) -> String? {
    isSimulated && simulated.replay == nil ? simulated.variable(at: time) : nil
  }

  /// Returns the radio that was chosen by an option or by `HALO_RADIO`; `nil` if none was.
  private func chosenKind() throws -> Kind? {
    if let radio { return radio }
    if simulated.replay != nil { return .simulated }
    guard let name = EnvironmentVariable.value("HALO_RADIO"), !name.isEmpty else { return nil }
    let known = Phrase.all(Kind.allValueStrings.map { Phrase(verbatim: "'\($0)'") }) ?? ""
    return try refuse("HALO_RADIO is '\(name)'; it must be one of \(known).", ifNil: Kind(argument: name))
  }

  /// Parses a local time such as `2026-11-20T08:15`. Throws a `ValidationError` if it is not valid.
  static func parseTime(_ text: String) throws -> WallClock {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    let time = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) ?? -1 } : []
    guard let first = parts.first, let date = CalendarDate(first), time.count == 2, parts[1].count == 5,
      (0..<24).contains(time[0]), (0..<60).contains(time[1])
    else { throw ValidationError(Phrase("'\(text)' is not a time. Write it like 2026-11-20T08:15.")) }
    return WallClock(date: date, minuteOfDay: time[0] * 60 + time[1])
  }
}
