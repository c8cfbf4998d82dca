import Synchronization

/// Tracks whether a device's clock must be read before it is set, and whether the device had lost it. All links of one
/// session share it: after the first link, the device has the time that Halo set.
public final class ClockCheck: Sendable {
  private struct State {
    var isKnown: Bool
    var isLost = false
  }

  private let state: Mutex<State>

  /// Creates a check. `isKnown` is true if the device's clock need not be read.
  public init(isKnown: Bool = false) { state = Mutex(State(isKnown: isKnown)) }

  /// True if the clock is known.
  public var isDone: Bool { state.withLock { $0.isKnown } }

  /// Records that the clock is about to be set. `isRight` is whether its date was right until now; false if unknown. The
  /// link may end before the device answers, and the next one finds the date that was set.
  public func noteSetting(isRight: Bool) { state.withLock { $0.isLost = $0.isLost || !isRight } }

  /// Records that the clock was set.
  public func noteSet() { state.withLock { $0.isKnown = true } }

  /// Returns true, once, if the date was not right at a setting since the last call.
  func takeLoss() -> Bool {
    state.withLock { state in
      defer { state.isLost = false }
      return state.isLost
    }
  }
}
