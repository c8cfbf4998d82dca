import Synchronization

/// The state of one simulated radio.
final class RadioSwitch: Sendable {
  private let current: Mutex<RadioState>
  private let changes = Broadcast<RadioState>()

  init(_ state: RadioState) { current = Mutex(state) }

  var state: RadioState { current.withLock(\.self) }

  func set(_ state: RadioState) {
    current.withLock { $0 = state }
    changes.send(state)
  }

  /// Returns the current state and each later one.
  func states() -> AsyncStream<RadioState> {
    current.withLock { changes.listen(startingWith: [$0]).elements }
  }
}
