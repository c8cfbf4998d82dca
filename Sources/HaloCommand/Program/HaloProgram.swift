import ArgumentParser
public import HaloBluetooth
import HaloHealth
public import HaloWearables

/// The command line of Halo, for programs that assemble it: `halo` itself, or another with more drivers or another radio.
public struct HaloProgram: Sendable {
  static let version = "0.10.0"
  /// The day this version was released: an earlier clock is wrong.
  static let releaseDate = CalendarDate(year: 2026, month: 11, day: 22)

  /// The program that runs. ArgumentParser creates commands itself, so this is how what they are made of reaches them.
  @TaskLocal static var current = HaloProgram(registry: DriverRegistry([]), radios: [])

  private let registry: DriverRegistry
  private let radios: [any SystemRadio]
  /// Parses arguments as one of the program's commands. ``main()`` sets it, which knows them all.
  var parse: @Sendable ([String]) throws -> any ParsableCommand = { _ in throw ValidationError("No command is known.") }

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
}
