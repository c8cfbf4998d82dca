import HaloDaemon
public import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloHealth
import HaloReports
import HaloSimulatedRadio
public import HaloVirtualDevices
import HaloWearables
import SystemPackage

extension SimulatedScene: ExpressibleByArgument {}

/// Which radio a command uses.
struct RadioOptions: ParsableArguments {
  /// A radio by its name.
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

  @Option(
    help: "Which radio to use (default: the real adapter, if there is one). The variable HALO_RADIO sets it as well."
  )
  var radio: Kind?

  @Option(
    help: ArgumentHelp(
      "Real radio: which adapter, if there are several (default: the first that is on).", valueName: "hci0",
      visibility: visibilityOfAdapters))
  var adapter: String?

  @Option(help: "Simulated radio: which wearer and which chances. The same seed always gives the same.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Simulated radio: the time at home when it begins (default: now).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: parseTime)
  var now: WallClock?

  @Option(help: "Simulated radio: what is in the air.")
  var scene: SimulatedScene = .rings

  @Option(
    help: ArgumentHelp(
      """
      Simulated radio: the devices of this capture, which answer what they answered there and in their time. It is the time of the \
      capture.
      """, valueName: "capture"))
  var replay: String?

  @Option(
    help: ArgumentHelp(
      "What the handles in that capture are, as 'halo capture' reads it with --map.", valueName: "file"))
  var replayMap: String?

  @Option(
    help: ArgumentHelp(
      """
      Simulated radio: how many times faster than real time it goes, 0 for as fast as possible (default: 1 where one watches, \
      otherwise 0).
      """, valueName: "times"))
  var speed: Double?

  @Flag(
    help: """
      Take over the link of another program on this computer that is measuring with the device, and end it afterwards. That program \
      loses its connection.
      """)
  var takeOver = false

  /// Throws if links are to be taken over: for commands that leave another program's link alone, or have none of their own.
  func refuseTakeOver() throws {
    if takeOver {
      throw ValidationError(Phrase("--take-over is for commands that connect to a device once, such as 'halo sync'."))
    }
  }

  /// Calls `body` with the radio, and with the clocks that go with it. A simulated one goes at `speed` where no other is wished.
  /// One that `mayBeMissing` is waited for by who uses it.
  func withRadio<Result: Sendable>(
    speed: Double? = nil, mayBeMissing: Bool = false,
    _ body: @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    try await withRadios(speed: speed, mayBeMissing: mayBeMissing) { central, _, environment in
      try await body(central, environment)
    }
  }

  /// The same with the radio's other role, on another adapter where one is named.
  func withRadios<Result: Sendable>(
    speed: Double? = nil, mayBeMissing: Bool = false, servingOn other: String? = nil,
    _ body: @Sendable (any Central, any Peripheral, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    try await LinkTakeover.$isAllowed.withValue(takeOver) {
      try await withChosenRadios(speed: speed, mayBeMissing: mayBeMissing, servingOn: other, body)
    }
  }

  private func withChosenRadios<Result: Sendable>(
    speed: Double?, mayBeMissing: Bool, servingOn other: String?,
    _ body: @Sendable (any Central, any Peripheral, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    guard let radio = try await usedRadio(mayBeMissing: mayBeMissing) else {
      return try await withSimulation(speed: self.speed.map { $0 == 0 ? nil : $0 } ?? speed) { simulated in
        let peripheral = simulated.central.peripheral()
        return try await recorded(simulated.central, simulated.driver) { try await body($0, peripheral, $1) }
      }
    }
    if !mayBeMissing { for name in [adapter, other] { try await checkAdapter(name, of: radio) } }
    do {
      return try await radio.withRoles(on: adapter, serving: other) { central, peripheral in
        try await recorded(central, .system(released: HaloProgram.releaseDate)) { try await body($0, peripheral, $1) }
      }
    } catch {
      if let unusable = UnusableRadio(error) { throw unusable }
      throw error
    }
  }

  /// Calls `body` with the simulated devices: those of the capture, or those of the scene.
  private func withSimulation<Result: Sendable>(
    speed: Double?, _ body: @Sendable (SimulatedEnvironment) async throws -> Result
  ) async throws -> Result {
    let (scene, seed, now) = simulation
    let conversations = try replay.map { try CaptureFile.conversations($0, map: replayMap) }
    return try await Simulation.run(speed: speed) { clock in
      if let conversations { return try await body(SimulatedEnvironment(clock, replaying: conversations)) }
      let system = WallTime.system
      let time = WallTime.simulated(clock, from: now.map { system.date(at: $0) } ?? system.now)
      let simulated = await HaloProgram.environment(clock, scene: scene, seed: seed, time: time)
      for ring in simulated.rings { SimulatedFinger.current?.add(ring) }
      return try await body(simulated)
    }
  }

  /// The devices of the scene or of the capture; `nil` for a real radio, whose devices nobody knows beforehand.
  func simulatedDevices() async throws -> Set<HaloBluetooth.DeviceID>? {
    guard isSimulated else { return nil }
    return try await withSimulation(speed: nil) { $0.devices }
  }

  /// The options that choose the simulated devices again, to be repeated in advice; begins with a space, empty for a real radio.
  var simulationArguments: String {
    guard isSimulated else { return "" }
    if let replay { return " --replay \(replay)" }
    return " --radio simulated" + (scene == .rings ? "" : " --scene \(scene.rawValue)")
      + (seed == 1 ? "" : " --seed \(seed)")
  }

  /// Whether there is the adapter that was asked for.
  private func checkAdapter(_ adapter: String?, of radio: any SystemRadio) async throws {
    guard let adapter, case .adapters(let found) = await radio.report().answer,
      !found.contains(where: { $0.name == adapter })
    else { return }
    let names = found.map(\.name).joined(separator: ", ")
    StandardError.report(
      found.isEmpty
        ? Phrase("there is no adapter '\(adapter)' here; there is none. 'halo doctor' lists them.")
        : Phrase("there is no adapter '\(adapter)' here; there is \(names). 'halo doctor' lists them."))
    throw ExitCode(EX.unavailable)
  }

  /// Calls `body` with the radio, which is written to a capture where 'halo capture record' wants that.
  private func recorded<Result: Sendable>(
    _ central: some Central, _ environment: DriverEnvironment,
    _ body: @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    guard let file = RecordingFile.current else { return try await body(central, environment) }
    let writer = CaptureWriter(time: environment.time) { try file.append($0) }
    return try await body(CapturingCentral(central, writer), environment)
  }

  func validate() throws {
    if replay != nil, scene != .rings || now != nil {
      throw ValidationError(
        Phrase("--replay brings its own devices and its own time; --scene and --now are for made-up ones."))
    }
    try Self.validate(adapter: adapter)
    if let speed, !(0...1_000_000).contains(speed) { throw ValidationError(Phrase("--speed is 0 or more.")) }
  }

  /// Adapters are chosen among those of a real radio.
  static var visibilityOfAdapters: ArgumentVisibility { HaloProgram.radios.isEmpty ? .hidden : .default }

  /// Throws if an adapter is named, and the program has no real radio.
  static func validate(adapter: String?) throws {
    if adapter != nil, HaloProgram.radios.isEmpty {
      throw ValidationError(Phrase("this program has no real radio, and so no adapters."))
    }
  }

  /// Whether the simulated radio is the one that is used where nobody chooses another.
  static var isSimulatedByDefault: Bool { ProcessVariable.value("HALO_RADIO") == Kind.simulated.name }

  /// Whether the simulated radio is used.
  var isSimulated: Bool { (try? chosenKind()) == .simulated }

  /// The simulated radio's scene, seed and time: of the daemon that runs this command, where it has one.
  private var simulation: (SimulatedScene, UInt64, WallClock?) {
    let parts = (ProcessVariable.value("HALO_SIMULATION") ?? "").split(separator: " ")
    guard now == nil, parts.count == 3, let scene = SimulatedScene(rawValue: String(parts[0])),
      let seed = UInt64(parts[1]), let now = try? Self.parseTime(String(parts[2]))
    else { return (scene, seed, now) }
    return (scene, seed, now)
  }

  /// The value of HALO_SIMULATION that gives another command the same simulated devices; `nil` for another radio.
  func simulation(at time: WallTime) -> String? {
    guard isSimulated, replay == nil else { return nil }
    return "\(scene.rawValue) \(seed) \(time.wallClock.date)T\(time.wallClock.time)"
  }

  /// The radio that somebody chose.
  private func chosenKind() throws -> Kind? {
    if let radio { return radio }
    if replay != nil { return .simulated }
    guard let name = ProcessVariable.value("HALO_RADIO"), !name.isEmpty else { return nil }
    guard let kind = Kind(argument: name) else {
      let known = Phrase.all(Kind.allValueStrings.map { Phrase(verbatim: "'\($0)'") }) ?? ""
      throw ValidationError(Phrase("HALO_RADIO is '\(name)'; this version of Halo knows \(known) here."))
    }
    return kind
  }

  /// The real radio that is used: the first that is there if the user chose none; `nil` for the simulated one.
  private func usedRadio(mayBeMissing: Bool) async throws -> (any SystemRadio)? {
    if let kind = try chosenKind() { return HaloProgram.radios.first { Kind($0) == kind } }
    if mayBeMissing, let first = HaloProgram.radios.first { return first }
    for radio in HaloProgram.radios where await radio.isAvailable() { return radio }
    StandardError.report(
      """
      there is no Bluetooth adapter here that Halo can use. 'halo doctor' says why, and what to do. To try things without hardware: \
      add --radio simulated, or set HALO_RADIO=simulated.
      """)
    throw ExitCode(EX.unavailable)
  }

  /// A time as people write it.
  static func parseTime(_ text: String) throws -> WallClock {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    let time = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) ?? -1 } : []
    guard let first = parts.first, let date = CalendarDate(first), time.count == 2, parts[1].count == 5,
      (0..<24).contains(time[0]), (0..<60).contains(time[1])
    else { throw ValidationError(Phrase("'\(text)' is not a time; write it as in 2026-11-20T08:15.")) }
    return WallClock(date: date, minuteOfDay: time[0] * 60 + time[1])
  }
}
