@_exported public import ArgumentParser
@_exported public import HaloReports
@_exported public import HaloTerminal
public import HaloVirtualDevices

/// The command line of Halo, for programs that configure it: `halo` itself, or a program with more drivers or another
/// radio.
public struct HaloProgram: Sendable {
  /// Adds a program's own virtual devices to the environment of a simulated scene. The seed is that of `--seed`.
  public typealias SimulatedDevices =
    @Sendable (_ scene: SimulatedScene, _ seed: UInt64, _ environment: inout SimulatedEnvironment) async -> Void

  static let version = "0.10.0"
  /// The release date of this version. A clock before this date is wrong.
  static let releaseDate = CalendarDate(year: 2026, month: 11, day: 22)

  /// The running program. ArgumentParser creates commands itself, so dependencies are passed to them through this
  /// value.
  @TaskLocal static var current = HaloProgram(registry: DriverRegistry([]), radios: [])

  private let registry: DriverRegistry
  private let radios: [any SystemRadio]
  /// The command that has all others.
  var root: any ParsableCommand.Type = NoCommand.self
  private let addSimulatedDevices: SimulatedDevices
  /// The commands that the program adds to Halo's.
  let commands: [any ParsableCommand.Type]

  /// Creates a program with the drivers of `registry` and the radios `radios`; the first radio is the
  /// default. Every program also has the simulated radio, with Halo's virtual devices and those that
  /// `simulatedDevices` adds.
  ///
  /// `commands` are added to Halo's and listed in a group of their own in `halo --help`. Each needs a name that Halo does not
  /// have; otherwise the program ends with status 78.
  public init(
    registry: DriverRegistry, radios: [any SystemRadio], commands: [any ParsableCommand.Type] = [],
    simulatedDevices: @escaping SimulatedDevices = { _, _, _ in }
  ) {
    self.commands = commands
    self.registry = registry
    self.radios = radios
    addSimulatedDevices = simulatedDevices
  }

  /// The registry of drivers, for the program's commands.
  public static var registry: DriverRegistry { current.registry }

  /// Creates the environment of a simulated scene, with the program's own virtual devices.
  static func environment(
    _ clock: SimulatedClock, scene: SimulatedScene, seed: UInt64, time: WallTime
  ) async -> SimulatedEnvironment {
    var environment = await SimulatedEnvironment(clock, scene: scene, seed: seed, time: time)
    await current.addSimulatedDevices(scene, seed, &environment)
    return environment
  }

  /// The real radios of the program.
  static var radios: [any SystemRadio] { current.radios }

  /// Parses a command with its arguments.
  func parse(_ arguments: [String]) throws -> any ParsableCommand { try root.parseAsRoot(arguments) }

  /// Runs a parsed command.
  static func run(_ command: any ParsableCommand) async throws {
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
  }
}

/// The command of a program that does not run yet.
private struct NoCommand: ParsableCommand {}
