import HaloBluetooth
import HaloModels
import HaloSimulatedRadio
import Synchronization

/// What a phone keeps while an app does not run: Bluetooth, the requests to connect, and the distance to the ring.
final class PhoneSystem: Sendable {
  private struct State {
    var isOn = true
    var isNear = true
    /// False from a restart until the person unlocks the phone: apps are not launched before.
    var isUnlocked = true
    /// The app's requests to connect, with the earliest time.
    var requests: [DeviceID: SimulatedClock.Instant] = [:]
    var connections: [Duration] = []
    var reachable: [ClosedRange<Duration>] = []
    var reachableSince: Duration? = .zero
  }

  let clock: SimulatedClock
  let radio: SimulatedCentral
  let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
  private let state = Mutex(State())

  init(_ clock: SimulatedClock, _ radio: SimulatedCentral) { (self.clock, self.radio) = (clock, radio) }

  var isOn: Bool { state.withLock { $0.isOn } }
  var isUnlocked: Bool { state.withLock { $0.isUnlocked } }
  var isReachable: Bool { state.withLock { $0.isOn && $0.isNear && $0.isUnlocked } }
  var requests: [DeviceID: SimulatedClock.Instant] { state.withLock { $0.requests } }
  /// The number of connections in a period of the simulation.
  func connections(in period: Range<Duration>) -> Int {
    state.withLock { $0.connections.filter(period.contains).count }
  }

  /// The time within which the ring could be reached in a period of the simulation.
  func reachable(in period: ClosedRange<Duration>) -> Duration {
    let ranges = state.withLock {
      $0.reachable + [$0.reachableSince.map { $0...max($0, clock.now.offset) }].compactMap(\.self)
    }
    return ranges.map { $0.clamped(to: period) }.filter { period.overlaps($0) }.reduce(.zero) {
      $0 + ($1.upperBound - $1.lowerBound)
    }
  }

  func set(isOn: Bool? = nil, isNear: Bool? = nil, isUnlocked: Bool? = nil) {
    let now = clock.now.offset
    state.withLock { state in
      state.isOn = isOn ?? state.isOn
      state.isNear = isNear ?? state.isNear
      state.isUnlocked = isUnlocked ?? state.isUnlocked
      let isReachable = state.isOn && state.isNear && state.isUnlocked
      if let since = state.reachableSince, !isReachable { state.reachable.append(since...now) }
      state.reachableSince = isReachable ? state.reachableSince ?? now : nil
    }
    if let isOn { radio.setState(isOn ? .poweredOn : .poweredOff) }
    changes.send(())
  }

  func request(_ device: DeviceID, notBefore: SimulatedClock.Instant) {
    state.withLock { $0.requests[device] = notBefore }
    changes.send(())
  }

  func drop(_ device: DeviceID) { state.withLock { $0.requests[device] = nil } }
  func dropAll() { state.withLock { $0.requests = [:] } }
  func noteConnection() { state.withLock { [now = clock.now.offset] in $0.connections.append(now) } }

  /// Waits until the system can fulfill a request to connect.
  func waitUntilReachable(notBefore: SimulatedClock.Instant) async throws {
    try await clock.sleep(until: notBefore)
    await changes.wait { isReachable }
    try Task.checkCancellation()
  }
}
