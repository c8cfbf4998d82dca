import Synchronization

/// Arbitrates access to devices within this app: an action requested by a person takes precedence over a connection
/// that is only held open.
///
/// The holder of an idle connection runs ``waitUntilRequested(_:)`` beside it, and reports its release.
public final class DeviceArbiter: Handover {
  private struct State {
    /// The number of pending and active requests per device, and the devices with a held idle connection.
    var requests: [DeviceID: Int] = [:]
    var held: Set<DeviceID> = []
  }

  private let state = Mutex(State())
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  /// Creates an arbiter without requests.
  public init() {}

  /// Requests a device, and waits until its idle connection is released. The returned value ends the request when it is
  /// released.
  public func take(_ device: DeviceID) async -> (any Sendable)? {
    let turn = Turn(self, device)
    await wait { !$0.held.contains(device) }
    return turn
  }

  /// Returns whether a device is requested or in use.
  func isRequested(_ device: DeviceID) -> Bool { state.withLock { $0.requests[device] != nil } }

  /// Returns when a device is requested, or when the task is canceled.
  func waitUntilRequested(_ device: DeviceID) async { await wait { $0.requests[device] != nil } }

  /// Returns when a device is no longer requested, or when the task is canceled.
  func waitUntilFree(_ device: DeviceID) async { await wait { $0.requests[device] == nil } }

  /// Marks a device as held by an idle connection. Returns `false` if the device is requested.
  func hold(_ device: DeviceID) -> Bool {
    state.withLock { state in
      guard state.requests[device] == nil else { return false }
      state.held.insert(device)
      return true
    }
  }

  /// Marks the idle connection as released.
  func release(_ device: DeviceID) { change { _ = $0.held.remove(device) } }

  private func change(_ body: (inout sending State) -> Void) {
    state.withLock { body(&$0) }
    changes.send(())
  }

  private func wait(until condition: (borrowing State) -> Bool) async {
    await changes.wait { state.withLock { condition($0) } }
  }

  /// A request, which ends when its last reference is released.
  private final class Turn: Sendable {
    private let arbiter: DeviceArbiter
    private let device: DeviceID

    init(_ arbiter: DeviceArbiter, _ device: DeviceID) {
      self.arbiter = arbiter
      self.device = device
      arbiter.change { $0.requests[device, default: 0] += 1 }
    }

    deinit {
      arbiter.change { [device] in $0.requests[device] = $0.requests[device].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
  }
}
