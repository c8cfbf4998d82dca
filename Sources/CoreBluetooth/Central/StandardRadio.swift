import Foundation
import HaloBlueZRadio
import HaloVirtualDevices

extension Radio {
  /// This program's radio, selected by `HALO_RADIO`: `bluez`, the real adapter and the default, or `simulated`.
  static let standard: Radio = {
    switch ProcessInfo.processInfo.environment["HALO_RADIO"] ?? "" {
    case "simulated": return Radio(opening: simulated)
    case "", "bluez": break
    case let name:
      UsageLog.log("HALO_RADIO is '\(name)', but must be 'bluez' or 'simulated'. No radio is available.")
      return missing
    }
    #if BlueZ && os(Linux)
      return Radio { Parts(central: BlueZCentral(), clock: ContinuousClock()) }
    #else
      UsageLog.log(
        "This build has no real radio (the trait BlueZ is off). For a simulated radio, set HALO_RADIO=simulated.")
      return missing
    #endif
  }()

  /// A radio without an adapter.
  private static var missing: Radio {
    let central = SimulatedMedium(clock: SimulatedClock(), seed: 0).central(state: .unsupported)
    return Radio { Parts(central: central, clock: ContinuousClock()) }
  }

  /// The rings that `halo scan --radio simulated` reports, and a treadmill, in real time.
  private static func simulated() async -> Parts {
    await withCheckedContinuation { continuation in
      Task.detached {
        try? await Simulation.run(speed: 1) { clock in
          var simulated = SimulatedEnvironment(clock, time: .simulated(clock, from: Date()))
          await simulated.addRings(seed: 1)
          await simulated.addTreadmill(quirks: .permissive)
          continuation.resume(
            returning: Parts(central: simulated.central, clock: clock, executor: TaskScope.executor))
          // The environment exists until the program ends.
          while true { try await clock.sleep(for: .seconds(86_400)) }
        }
      }
    }
  }
}
