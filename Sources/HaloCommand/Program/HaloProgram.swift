import ArgumentParser
public import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
public import HaloVirtualDevices
public import HaloWearables

/// The command line of Halo, for programs that assemble it: `halo` itself, or another with more drivers or another radio.
public struct HaloProgram: Sendable {
  /// Adds a program's own virtual devices to the environment of a simulated scene. The seed is that of `--seed`.
  public typealias SimulatedDevices =
    @Sendable (_ scene: SimulatedScene, _ seed: UInt64, _ environment: inout SimulatedEnvironment) async -> Void

  static let version = "0.10.0"
  /// The day this version was released: an earlier clock is wrong.
  static let releaseDate = CalendarDate(year: 2026, month: 11, day: 22)

  /// The program that runs. ArgumentParser creates commands itself, so this is how what they are made of reaches them.
  @TaskLocal static var current = HaloProgram(registry: DriverRegistry([]), radios: [])

  private let registry: DriverRegistry
  private let radios: [any SystemRadio]
  /// Parses arguments as one of the program's commands. ``main()`` sets it, which knows them all.
  var parse: @Sendable ([String]) throws -> any ParsableCommand = { _ in throw ValidationError("No command is known.") }
  private let addSimulatedDevices: SimulatedDevices

  /// A program that knows the families of `registry` and uses `radios`, the first of them if the user chooses none. Every program has
  /// the simulated radio as well, with Halo's virtual devices and those that `simulatedDevices` adds.
  public init(
    registry: DriverRegistry, radios: [any SystemRadio], simulatedDevices: @escaping SimulatedDevices = { _, _, _ in }
  ) {
    self.registry = registry
    self.radios = radios
    addSimulatedDevices = simulatedDevices
  }

  /// The families that the program knows.
  static var registry: DriverRegistry { current.registry }

  /// The environment of a simulated scene, with the program's own virtual devices.
  static func environment(
    _ clock: SimulatedClock, scene: SimulatedScene, seed: UInt64, time: WallTime
  ) async -> SimulatedEnvironment {
    var environment = await SimulatedEnvironment(clock, scene: scene, seed: seed, time: time)
    await current.addSimulatedDevices(scene, seed, &environment)
    return environment
  }

  /// The real radios that the program uses.
  static var radios: [any SystemRadio] { current.radios }
}
