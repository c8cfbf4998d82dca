import HaloCommand
import HaloDrivers

/// The program `halo`.
@main
enum Main {
  static func main() async { await HaloProgram(registry: .bundled).main() }
}
