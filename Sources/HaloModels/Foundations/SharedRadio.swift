import Synchronization

/// A radio whose connection to a device can be kept and used by one task after the other, so that a measurement does
/// not have to connect again.
///
/// The holder of a connection offers it. Work that connects to the device uses it instead of a connection of its own.
/// If the work fails, the connection counts as broken: its holder ends it, and the next attempt connects again.
final class SharedRadio: Central {
  private enum State {
    case idle(any Connection)
    case busy
    case broken
  }

  private let radio: any Central
  private let states = Mutex<[DeviceID: State]>([:])
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  init(_ radio: any Central) { self.radio = radio }

  var state: RadioState { get async { await radio.state } }
  func states() async -> AsyncStream<RadioState> { await radio.states() }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { radio.scan(filter) }

  /// Calls `body` with the kept connection if there is one, otherwise with a new one.
  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    await changes.wait { !isTaken(device) }
    try Task.checkCancellation()
    guard let link = borrow(device) else {
      return try await radio.withConnection(to: device, label: label, timeout: timeout, body)
    }
    do {
      let result = try await body(link)
      set(.idle(link), of: device)
      return result
    } catch {
      // Work that was canceled leaves a good connection.
      set(Task.isCancelled ? .idle(link) : .broken, of: device)
      throw error
    }
  }

  /// Offers a connection, calls `body`, and withdraws it once no work uses it anymore. The connection must stay open
  /// meanwhile.
  func offering<Result: Sendable>(
    _ connection: any Connection, _ body: () async throws -> Result
  ) async throws -> Result {
    let device = connection.device
    states.withLock { $0[device] = .idle(connection) }
    changes.send(())
    return try await TaskScope.ending({ await withdraw(device) }) {
      try await body()
    }
  }

  private func withdraw(_ device: DeviceID) async {
    // Also if the holder was canceled: a measurement must be able to turn the light off.
    _ = try? await TaskScope.shielded { await self.changes.wait { self.removeUnlessBusy(device) } }
    changes.send(())
  }

  private func removeUnlessBusy(_ device: DeviceID) -> Bool {
    states.withLock { states in
      if case .busy = states[device] { return false }
      states[device] = nil
      return true
    }
  }

  /// Returns when the offered connection of a device is broken, or when the task is canceled.
  func waitUntilBroken(_ device: DeviceID) async {
    await changes.wait { states.withLock { if case .broken = $0[device] { true } else { false } } }
  }

  private func isTaken(_ device: DeviceID) -> Bool {
    states.withLock { states in
      switch states[device] {
      case .busy, .broken: true
      case .idle, nil: false
      }
    }
  }

  private func borrow(_ device: DeviceID) -> (any Connection)? {
    states.withLock { states in
      guard case .idle(let link) = states[device] else { return nil }
      states[device] = .busy
      return link
    }
  }

  /// Changes the state of a connection that was not withdrawn meanwhile.
  private func set(_ state: State, of device: DeviceID) {
    states.withLock { if $0[device] != nil { $0[device] = state } }
    changes.send(())
  }
}
