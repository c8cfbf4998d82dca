#if !canImport(Darwin)
  import Foundation
  import HaloBlueZRadio
  import HaloBluetooth
  import HaloSimulatedRadio
  import HaloVirtualDevices

  extension Radio {
    /// The radio of this program, as `HALO_RADIO` says: `bluez`, the real adapter, also where it says nothing; or `simulated`.
    static let standard: Radio = {
      switch ProcessInfo.processInfo.environment["HALO_RADIO"] ?? "" {
      case "simulated": return Radio(opening: simulated)
      case "", "bluez": break
      case let name:
        Misuse.log("HALO_RADIO is '\(name)'; 'bluez' and 'simulated' are known. There is no radio now.")
        return missing
      }
      #if BlueZ && os(Linux)
        return Radio { Parts(central: BlueZCentral(), clock: ContinuousClock()) }
      #else
        Misuse.log(
          "This build has no radio of its own (the trait BlueZ is off). To try things, set HALO_RADIO=simulated.")
        return missing
      #endif
    }()

    private static var missing: Radio { Radio { Parts(central: MissingCentral(), clock: ContinuousClock()) } }

    /// The rings that `halo scan --radio simulated` reports, and a treadmill, in real time.
    private static func simulated() async -> Parts {
      await withCheckedContinuation { continuation in
        Task.detached {
          try? await Simulation.run(speed: 1) { clock in
            var simulated = SimulatedEnvironment(clock, time: .simulated(clock, from: Date()))
            await simulated.addRings(seed: 1)
            await simulated.addTreadmill(manner: .easygoing)
            continuation.resume(
              returning: Parts(central: simulated.central, clock: clock, executor: TaskScope.executor))
            // It is there for as long as the program is.
            while true { try await clock.sleep(for: .seconds(86_400)) }
          }
        }
      }
    }
  }
#endif
