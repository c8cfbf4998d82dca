import HaloHealth
import Synchronization

/// What a sync has brought home so far; both channels write to it.
final class SyncLedger: Sendable {
  private struct State {
    var readings = Readings()
    var unsupported: [String] = []
    var missed: [String] = []
    var steps = 0
  }

  private let state = Mutex(State())

  var readings: Readings { state.withLock { $0.readings } }
  var unsupported: [String] { state.withLock { $0.unsupported } }

  var missed: [String] { state.withLock { $0.missed } }

  func add(_ received: ColmiRing.Received, today: CalendarDate) {
    let readings = received.message.readings(today: today, frames: received.frames)
    state.withLock { $0.readings.append(readings) }
  }

  func addUnsupported(_ name: String) {
    state.withLock { $0.unsupported.append(name) }
  }

  func addMissed(_ name: String) {
    state.withLock { state in
      if !state.missed.contains(name) { state.missed.append(name) }
    }
  }

  /// Counts one more answered request and says how many they are now, one caller after the other.
  func step(_ report: (Int) -> Void) {
    state.withLock { state in
      state.steps += 1
      report(state.steps)
    }
  }
}
