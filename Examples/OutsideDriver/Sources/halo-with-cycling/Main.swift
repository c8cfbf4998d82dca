import CyclingSensor
import HaloCommand
import HaloDrivers
import HaloVirtualDevices
import VirtualCyclingSensor

#if os(Linux)
  import HaloBlueZRadio
#endif

/// The program `halo` with support for cycling sensors.
@main
enum Main {
  static func main() async {
    #if os(Linux)
      let radios: [any SystemRadio] = [BlueZRadio()]
    #else
      let radios: [any SystemRadio] = []
    #endif
    await HaloProgram(registry: registry, radios: radios, commands: [FastestCommand.self]) { scene, _, environment in
      if scene == .gym { await environment.add(VirtualCyclingSensor(), distance: 2) }
    }.main()
  }

  /// The supported families: Halo's, and this one.
  private static let registry = DriverRegistry(DriverRegistry.bundled.drivers + [CyclingDriver.self])
}
