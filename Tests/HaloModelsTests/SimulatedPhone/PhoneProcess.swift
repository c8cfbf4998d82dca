import HaloBluetooth
import HaloSimulatedRadio
import Synchronization

/// A process of the app, which runs only in the foreground, for some seconds after an event of Bluetooth, and for as
/// long as it asked for time. Otherwise it is suspended: its timers do not fire.
final class PhoneProcess: Sendable {
  private struct State {
    var isAlive = true
    var isForeground = false
    var requests = 0
    var links = 0
    var awakeUntil: SimulatedClock.Instant
  }

  let base: SimulatedClock
  private let state: Mutex<State>
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  init(_ clock: SimulatedClock) {
    base = clock
    state = Mutex(State(awakeUntil: clock.now))
  }

  var isAlive: Bool { state.withLock { $0.isAlive } }

  private var isRunning: Bool {
    let now = base.now
    return state.withLock { $0.isForeground || $0.requests > 0 || $0.links > 0 || now < $0.awakeUntil }
  }

  /// An event of Bluetooth: the process runs for ten seconds.
  func wake() { change { [now = base.now] in $0.awakeUntil = max($0.awakeUntil, now.advanced(by: .seconds(10))) } }
  func setForeground(_ isForeground: Bool) { change { $0.isForeground = isForeground } }
  func addLink(_ count: Int) {
    change { $0.links += count }
    wake()
  }

  /// Asks for time, and returns how to end it.
  func askForTime() -> @Sendable () -> Void {
    change { $0.requests += 1 }
    return { self.change { $0.requests -= 1 } }
  }

  /// Ends the process without a chance to clean up. Returns true if it had a connection.
  func kill() -> Bool {
    change { $0.isAlive = false }
    return state.withLock { $0.links > 0 }
  }

  func waitUntilRunning() async { await changes.wait { isRunning || !isAlive } }

  private func change(_ body: (inout sending State) -> Void) {
    state.withLock { body(&$0) }
    changes.send(())
  }
}

/// The clock of a process: a sleep ends only when the process runs.
struct ProcessClock: Clock {
  let process: PhoneProcess

  var now: SimulatedClock.Instant { process.base.now }
  var minimumResolution: Duration { process.base.minimumResolution }

  func sleep(until deadline: SimulatedClock.Instant, tolerance: Duration?) async throws {
    try await process.base.sleep(until: deadline)
    await process.waitUntilRunning()
    try Task.checkCancellation()
  }
}
