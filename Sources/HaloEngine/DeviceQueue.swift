import HaloJournal
import Synchronization

/// Serializes this program's requests to each device, in the order of arrival.
final class DeviceQueue: Sendable {
  /// The queue for all requests of this program, from any engine.
  static let shared = DeviceQueue()

  /// The time that a request waits before it is refused.
  static let maximumWait = Duration.seconds(10)

  private struct Waiter {
    let id: Int
    let purpose: String
    let wake: AsyncStream<Void>.Continuation
  }

  private struct Line {
    /// The request that currently has the device.
    var id: Int
    var purpose: String
    var waiters: [Waiter] = []
  }

  private struct State {
    var lines: [String: Line] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Calls `body` after all earlier requests to the device have ended.
  ///
  /// - Parameters:
  ///   - device: Identifies the device: requests with the same text are serialized.
  ///   - sleep: Waits by the clock of the radio.
  /// - Throws: ``EngineError/busy(device:purpose:)`` if they take longer than ``maximumWait``.
  func waitTurn<Result: Sendable>(
    for device: String, label: String, purpose: String, sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    let (id, hasTurn) = state.withLock { state in
      state.next += 1
      let waiter = Waiter(id: state.next, purpose: purpose, wake: wake)
      if state.lines[device] == nil {
        state.lines[device] = Line(id: waiter.id, purpose: purpose)
        return (waiter.id, true)
      }
      state.lines[device]?.waiters.append(waiter)
      return (waiter.id, false)
    }
    if !hasTurn {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in wakes {} }
        group.addTask { try? await sleep(Self.maximumWait) }
        await group.next()
        group.cancelAll()
      }
      // The turn may have come at the same moment.
      let busyWith = state.withLock { state -> String? in
        guard let line = state.lines[device], line.id != id else { return nil }
        state.lines[device]?.waiters.removeAll { $0.id == id }
        return line.purpose
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
      guard var line = state.lines.removeValue(forKey: device), !line.waiters.isEmpty else { return nil }
      let next = line.waiters.removeFirst()
      (line.id, line.purpose) = (next.id, next.purpose)
      state.lines[device] = line
      return next.wake
    }
    wake?.finish()
  }
}
