import HaloCommand
import HaloDrivers
import HaloVirtualDevices
import KitchenScale
import VirtualKitchenScale

#if os(Linux)
  import HaloBlueZRadio
#endif

/// The program `halo` with support for the kitchen scale.
@main
enum Main {
  static func main() async {
    #if os(Linux)
      let radios: [any SystemRadio] = [BlueZRadio()]
    #else
      let radios: [any SystemRadio] = []
    #endif
    let registry = DriverRegistry(DriverRegistry.bundled.drivers + [ScaleDriver.self])
    await HaloProgram(registry: registry, radios: radios) { scene, _, environment in
      if scene == .gym { await environment.add(VirtualScale(), distance: 2) }
    }.main()
  }
}
