import Synchronization

/// Serializes this program's requests to each device, in the order of arrival.
final class DeviceQueue: Sendable {
  /// The queue for all requests of this program, from any engine.
  static let shared = DeviceQueue()

  /// The time that a request waits before it is refused.
  static let maximumWait = Duration.seconds(10)

  private struct Request {
    let id: Int
    let purpose: String
    let wake: AsyncStream<Void>.Continuation
  }

  private struct State {
    /// The requests to each device, in the order of arrival. The first one has the device.
    var lines: [String: [Request]] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Calls `body` after all earlier requests to the device have ended.
  ///
  /// - Parameters:
  ///   - device: Identifies the device: requests with the same text are serialized.
  ///   - clock: The clock of the radio.
  /// - Throws: ``EngineError/busy(device:purpose:)`` if they take longer than ``maximumWait``.
  func waitTurn<Result: Sendable>(
    for device: String, label: String, purpose: String, clock: any Clock<Duration>,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    let (id, hasTurn) = state.withLock { state in
      state.next += 1
      state.lines[device, default: []].append(Request(id: state.next, purpose: purpose, wake: wake))
      return (state.next, state.lines[device]?.count == 1)
    }
    if !hasTurn {
      _ = try? await TimeLimit.within(Self.maximumWait, clock) { for await _ in wakes {} }
      // The turn may have come at the same moment.
      let busyWith = state.withLock { state -> String? in
        guard let first = state.lines[device]?.first, first.id != id else { return nil }
        state.lines[device]?.removeAll { $0.id == id }
        return first.purpose
      }
      if let busyWith {
        try Task.checkCancellation()
        throw EngineError.busy(device: label, purpose: busyWith)
      }
    }
    defer { leave(device) }
    try Task.checkCancellation()
    return try await body()
  }

  /// Passes the device to the request that has waited longest.
  private func leave(_ device: String) {
    let wake = state.withLock { state -> AsyncStream<Void>.Continuation? in
      state.lines[device]?.removeFirst()
      let next = state.lines[device]?.first
      if next == nil { state.lines[device] = nil }
      return next?.wake
    }
    wake?.finish()
  }
}
