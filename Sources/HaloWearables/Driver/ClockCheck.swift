import Synchronization

/// Tracks whether a device's clock must be read before it is set. All links of one session share it: after the first
/// link, the device has the time that Halo set.
public final class ClockCheck: Sendable {
  private let state: Mutex<Bool>

  /// Creates a check. `isKnown` is true if the device's clock need not be read.
  public init(isKnown: Bool = false) { state = Mutex(isKnown) }

  /// True if the clock is known.
  public var isDone: Bool { state.withLock { $0 } }

  /// Records that the clock was set.
  public func noteSet() { state.withLock { $0 = true } }
}
