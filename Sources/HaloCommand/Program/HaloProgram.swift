import ArgumentParser
public import HaloBluetooth
public import HaloWearables

/// The command line of Halo, for programs that assemble it: `halo` itself, or another with more drivers or another radio.
public struct HaloProgram: Sendable {
  /// The program that runs. ArgumentParser creates commands itself, so this is how what they are made of reaches them.
  @TaskLocal private static var current = HaloProgram(registry: DriverRegistry([]), radios: [])

  private let registry: DriverRegistry
  private let radios: [any SystemRadio]

  /// A program that knows the families of `registry` and uses `radios`, the first of them if the user chooses none. Every program has
  /// the simulated radio as well.
  public init(registry: DriverRegistry, radios: [any SystemRadio]) {
    self.registry = registry
    self.radios = radios
  }

  /// The families that the program knows.
  static var registry: DriverRegistry { current.registry }

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
