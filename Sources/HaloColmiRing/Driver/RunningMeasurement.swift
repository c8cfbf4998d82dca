import HaloWearables
import Synchronization

/// What a driver lets its ring measure live now. Rings do one thing at a time.
final class RunningMeasurement: Sendable {
  /// Something that runs until it is stopped.
  enum Kind: Hashable, Sendable {
    case live(LiveQuantity)
    case raw
    /// What somebody else left on, while it is being stopped.
    case stray
  }

  private struct State {
    var current: Kind?
    var lastEnd = Duration.seconds(-1)
  }

  private let state = Mutex(State())

  /// When the last one ended, by the age of the driver.
  var lastEnd: Duration { state.withLock { $0.lastEnd } }

  /// Begins; what runs already where that is the case.
  func begin(_ wanted: Kind) -> Kind? {
    state.withLock { state in
      if let current = state.current { return current }
      state.current = wanted
      return nil
    }
  }

  /// Ends what runs.
  func end(at time: Duration) {
    state.withLock { state in
      state.current = nil
      state.lastEnd = time
    }
  }
}
