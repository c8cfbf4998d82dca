import HaloBluetooth
import HaloDaemon
import HaloWearables

extension Daemon.Program {
  /// Describes this program; commands that it runs use the radio of `options`.
  init(_ options: RadioOptions, at time: WallTime) {
    let simulation = options.simulation(at: time).map { ["HALO_RADIO": "simulated", "HALO_SIMULATION": $0] }
    self.init(version: HaloProgram.version, variables: simulation ?? [:]) { $0.refusal }
  }
}
