#if !canImport(Darwin)
  import Foundation
  import HaloBlueZRadio
  import HaloBluetooth
  import HaloHealth
  import HaloSimulatedRadio
  import HaloVirtualDevices
  import HaloWearables

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

    /// A place with the rings that `halo scan --radio simulated` sees, and a treadmill, at the pace of a person.
    private static func simulated() async -> Parts {
      await withCheckedContinuation { continuation in
        Task.detached {
          try? await Simulation.run(speed: 1) { clock in
            let begin = Date()
            let time = WallTime.system { begin.addingTimeInterval(clock.now.offset / .seconds(1)) }
            let air = Air(clock: clock, seed: 1)
            await air.add(VirtualColmiRing(.r12, wearer: Wearer(seed: 1)) { time.wallClock }, distance: 0.6)
            await air.add(VirtualColmiRing(.r02New, wearer: Wearer(seed: 1 &+ 0x5A5A)) { time.wallClock }, distance: 6)
            await air.add(
              VirtualFitnessMachine(
                .treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: "Treadmill 7", manner: .easygoing),
              distance: 1)
            continuation.resume(
              returning: Parts(central: air.central(), clock: clock, executor: TaskScope.executor))
            // It is there for as long as the program is.
            while true { try await clock.sleep(for: .seconds(86_400)) }
          }
        }
      }
    }
  }
#endif
