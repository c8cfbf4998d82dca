import HaloDaemon
import UnixSignals

extension Daemon {
  /// Runs until a signal, or the end of the task, ends it. Calls `isReady` when signals are handled.
  func run(_ settings: DaemonSettings, isReady: () throws -> Void = {}) async throws {
    guard let signals = ProgramContext.current.signals else {
      try isReady()
      return try await run(settings, AsyncStream { _ in }, end: nil)
    }
    let isTyped = Terminal.isTerminal(.standardInput)
    let sequence = await signals.sequence()
    try isReady()
    // In a terminal, SIGHUP means that the terminal was closed.
    try await run(settings, sequence.map { isTyped && $0 == .sighup ? .sigterm : $0 }) { signals.end(0) }
  }
}

extension Daemon.Program {
  /// Describes this program; commands that it runs use the radio of `options`.
  init(_ options: RadioOptions, at time: WallTime) {
    let simulation = options.simulation(at: time).map { ["HALO_RADIO": "simulated", "HALO_SIMULATION": $0] }
    self.init(version: HaloProgram.version, variables: simulation ?? [:]) { $0.refusal }
  }
}
