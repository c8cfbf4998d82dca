import HaloDaemon
import HaloEngine

extension Engine {
  /// The engine of a command. If `takesOver`, it takes a device over from the daemon and reports that.
  static func forCommand(
    _ journal: Journal, _ radio: any Central, _ environment: DriverEnvironment, takesOver: Bool = true
  ) -> Engine {
    Engine(
      journal: journal, radio: radio, registry: HaloProgram.registry, environment: environment,
      handover: takesOver ? DaemonHandover(journal: journal.path) { StandardError.report($0) } : nil)
  }
}
