import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloWearables
import SystemPackage

/// Which radio a command uses.
struct RadioOptions: ParsableArguments {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case simulated
  }

  @Option(help: "Which radio to use. The variable HALO_RADIO sets it as well.")
  var radio: Kind?

  @Option(help: "Simulated radio: which wearer and which chances. The same seed always gives the same.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Simulated radio: the time at home when it begins (default: now).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: parseTime)
  var now: WallClock?

  @Option(help: "Simulated radio: what is in the air.")
  var scene: SimulatedScene = .rings

  /// Calls `body` with the radio, and with the clocks that go with it.
  func withRadio<Result: Sendable>(
    _ body: @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    switch try kind() {
    case .simulated:
      let (scene, seed, now) = (scene, seed, now)
      return try await Simulation.run { clock in
        let place = await SimulatedPlace(clock, scene: scene, seed: seed, now: now)
        return try await body(place.central, place.environment)
      }
    }
  }

  private func kind() throws -> Kind {
    if let radio { return radio }
    guard let name = Terminal.environment("HALO_RADIO"), !name.isEmpty else {
      throw ValidationError(
        """
        No radio is chosen. This version of Halo has a simulated one, to try things without hardware: add \
        --radio simulated, or set HALO_RADIO=simulated. Real adapters come later.
        """)
    }
    guard let kind = Kind(rawValue: name) else {
      throw ValidationError("HALO_RADIO is '\(name)'; this version of Halo knows 'simulated'.")
    }
    return kind
  }

  private static func parseTime(_ text: String) throws -> WallClock {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    let time = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) ?? -1 } : []
    guard let first = parts.first, let date = CalendarDate(first), time.count == 2, parts[1].count == 5,
      (0..<24).contains(time[0]), (0..<60).contains(time[1])
    else { throw ValidationError("'\(text)' is not a time; write it as in 2026-11-20T08:15.") }
    return WallClock(date: date, minuteOfDay: time[0] * 60 + time[1])
  }
}
