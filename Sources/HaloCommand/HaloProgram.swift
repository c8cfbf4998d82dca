import ArgumentParser
public import HaloBluetooth
import HaloSimulatedRadio
public import HaloVirtualDevices
public import HaloWearables

/// The command line of Halo, for programs that assemble it: `halo` itself, or another with more drivers or another radio.
public struct HaloProgram: Sendable {
  /// Adds a program's own virtual devices to the environment of a simulated scene. The seed is that of `--seed`.
  public typealias SimulatedDevices =
    @Sendable (_ scene: SimulatedScene, _ seed: UInt64, _ environment: inout SimulatedEnvironment) async -> Void

  /// The program that runs. ArgumentParser creates commands itself, so this is how what they are made of reaches them.
  @TaskLocal private static var current = HaloProgram(registry: DriverRegistry([]), radios: [])

  private let registry: DriverRegistry
  private let radios: [any SystemRadio]
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

  /// Runs the command that the arguments name, and exits with its status if it fails.
  public func main() async {
    await Self.$current.withValue(self) {
      do {
        var command = try Halo.parseAsRoot()
        DaemonCompany.keep()
        if let verb = command as? any ServedVerb {
          let arguments = Array(CommandLine.arguments.dropFirst())
          if let status = try await DaemonCaller(verb, arguments).run() { Halo.exit(withError: ExitCode(status)) }
        }
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      } catch {
        Halo.exit(withError: error)
      }
    }
  }
}
