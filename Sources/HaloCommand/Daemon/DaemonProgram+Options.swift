import HaloBluetooth
import HaloDaemon
import HaloWearables

extension Daemon {
  /// Runs until a signal, or the end of the task, ends it. Calls `isReady` when signals are handled.
  func run(_ settings: DaemonSettings, isReady: () throws -> Void = {}) async throws {
    guard let signals = ProgramContext.current.signals else {
      try isReady()
      return try await run(settings, AsyncStream { _ in }, end: nil)
    }
    let sequence = await signals.sequence()
    try isReady()
    try await run(settings, sequence) { signals.endDaemon() }
  }
}

extension Daemon.Program {
  /// Describes this program; commands that it runs use the radio of `options`.
  init(_ options: RadioOptions, at time: WallTime) {
    let simulation = options.simulation(at: time).map { ["HALO_RADIO": "simulated", "HALO_SIMULATION": $0] }
    self.init(version: HaloProgram.version, variables: simulation ?? [:]) { $0.refusal }
  }
}
