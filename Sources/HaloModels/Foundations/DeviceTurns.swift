public import HaloBluetooth
public import HaloEngine
import Synchronization

/// Whose turn it is to speak with a device within this app: what a person asked for goes before a link that is only held.
///
/// Whoever holds a link for its own sake asks ``waitUntilWanted(_:)`` beside it, and says when it has let go.
public final class DeviceTurns: Handover {
  private struct State {
    /// How many want or have a device, and who holds a link for its own sake.
    var wanted: [DeviceID: Int] = [:]
    var held: Set<DeviceID> = []
  }

  private let state = Mutex(State())
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  /// Nobody speaks with anything.
  public init() {}

  public func take(_ device: DeviceID) async -> (any Sendable)? {
    let turn = Turn(self, device)
    await wait { !$0.held.contains(device) }
    return turn
  }

  /// Whether somebody wants a device, or has it.
  func isWanted(_ device: DeviceID) -> Bool { state.withLock { $0.wanted[device] != nil } }

  /// Returns when somebody wants a device, or the task is cancelled.
  func waitUntilWanted(_ device: DeviceID) async { await wait { $0.wanted[device] != nil } }

  /// Returns when nobody wants a device, or the task is cancelled.
  func waitUntilFree(_ device: DeviceID) async { await wait { $0.wanted[device] == nil } }

  /// Says whether a link with a device is held for its own sake. `false` where somebody wants the device.
  func hold(_ device: DeviceID) -> Bool {
    state.withLock { state in
      guard state.wanted[device] == nil else { return false }
      state.held.insert(device)
      return true
    }
  }

  /// Says that the link is not held any more.
  func letGo(_ device: DeviceID) { change { _ = $0.held.remove(device) } }

  private func change(_ body: (inout sending State) -> Void) {
    state.withLock { body(&$0) }
    changes.send(())
  }

  private func wait(until condition: (borrowing State) -> Bool) async {
    await changes.wait { state.withLock { condition($0) } }
  }

  /// A turn; it is over when nobody has it any more.
  private final class Turn: Sendable {
    private let turns: DeviceTurns
    private let device: DeviceID

    init(_ turns: DeviceTurns, _ device: DeviceID) {
      self.turns = turns
      self.device = device
      turns.change { $0.wanted[device, default: 0] += 1 }
    }

    deinit { turns.change { [device] in $0.wanted[device] = $0.wanted[device].flatMap { $0 > 1 ? $0 - 1 : nil } } }
  }
}
