import Synchronization

/// Tracks the driver's running live measurement. Rings measure one quantity at a time.
final class RunningMeasurement: Sendable {
  /// The kind of measurement.
  enum Kind: Hashable, Sendable {
    case live(Metric)
    case raw
    /// A measurement that this driver did not start, while it is being stopped.
    case stray
  }

  private struct State {
    var current: Kind?
    var lastEnd = Duration.seconds(-1)
  }

  private let state = Mutex(State())

  /// The time when the last measurement ended, by the age of the driver.
  var lastEnd: Duration { state.withLock { $0.lastEnd } }

  /// Begins a measurement, or returns the one that is already running.
  func begin(_ wanted: Kind) -> Kind? {
    state.withLock { state in
      if let current = state.current { return current }
      state.current = wanted
      return nil
    }
  }

  /// Ends the running measurement.
  func end(at time: Duration) {
    state.withLock { state in
      state.current = nil
      state.lastEnd = time
    }
  }
}
