import Synchronization

/// Whether a device's clock still has to be read before it is set, shared by the links of one session: after the first link it is the clock
/// that Halo set.
public final class ClockCheck: Sendable {
  private let state: Mutex<Bool>

  /// A check that is done already if the device's clock `isKnown`.
  public init(isKnown: Bool = false) { state = Mutex(isKnown) }

  /// Whether the clock is known.
  public var isDone: Bool { state.withLock { $0 } }

  /// Notes that the clock was set.
  public func noteSet() { state.withLock { $0 = true } }
}
