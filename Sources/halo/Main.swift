import HaloCommand
import HaloDrivers

#if BlueZ && os(Linux)
  import HaloBlueZRadio
#endif

/// The program `halo`.
@main
enum Main {
  static func main() async {
    #if BlueZ && os(Linux)
      await HaloProgram(registry: .bundled, radios: [BlueZRadio()]).main()
    #else
      await HaloProgram(registry: .bundled, radios: []).main()
    #endif
  }
}
