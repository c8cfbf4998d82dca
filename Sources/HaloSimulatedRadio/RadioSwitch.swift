import HaloBluetooth
import Synchronization

/// The state of one simulated radio, and who wants to know of it.
final class RadioSwitch: Sendable {
  private struct Contents {
    var state: RadioState
    var listeners: [Int: AsyncStream<RadioState>.Continuation] = [:]
    var nextID = 0
  }

  private let contents: Mutex<Contents>

  init(_ state: RadioState) { contents = Mutex(Contents(state: state)) }

  var state: RadioState { contents.withLock { $0.state } }

  func set(_ state: RadioState) {
    let listeners = contents.withLock { contents in
      contents.state = state
      return [AsyncStream<RadioState>.Continuation](contents.listeners.values)
    }
    for listener in listeners { listener.yield(state) }
  }

  /// The state now and whenever it changes.
  func states() -> AsyncStream<RadioState> {
    let (stream, continuation) = AsyncStream<RadioState>.makeStream()
    contents.withLock { contents in
      continuation.yield(contents.state)
      let id = contents.nextID
      contents.nextID += 1
      contents.listeners[id] = continuation
      continuation.onTermination = { _ in self.forget(id) }
    }
    return stream
  }

  private func forget(_ id: Int) { contents.withLock { _ = $0.listeners.removeValue(forKey: id) } }
}
