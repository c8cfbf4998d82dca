import HaloBluetooth
import HaloModels
import HaloSimulatedRadio

/// The radio of one process: Core Bluetooth with its rules for suspended and ended apps.
struct PhoneRadio: WaitingCentral {
  let system: PhoneSystem
  let process: PhoneProcess
  /// The devices for which the system launched the process.
  let kept: [DeviceID]

  var state: RadioState { get async { system.isOn ? .poweredOn : .poweredOff } }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { system.radio.scan(filter) }
  func start() async {}
  func release() async { system.dropAll() }
  func waitUntilRequested(_ devices: [DeviceID]) async {}

  /// A change of Bluetooth's state wakes the process.
  func states() async -> AsyncStream<RadioState> {
    let states = await system.radio.states()
    return AsyncStream { continuation in
      let task = Task(executorPreference: TaskScope.executor) {
        for await state in states {
          process.wake()
          continuation.yield(state)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await system.radio.withConnection(to: device, label: label, timeout: timeout) { connection in
      system.noteConnection()
      process.addLink(1)
      defer { process.addLink(-1) }
      return try await body(connection)
    }
  }

  func withConnection<Result: Sendable>(
    waitingFor device: DeviceID, label: String, after delay: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    guard system.isOn else { throw BluetoothError(.connect, device: label, .radio(.poweredOff)) }
    if kept.isEmpty || system.requests[device] == nil {
      system.request(device, notBefore: system.clock.now.advanced(by: delay))
    }
    do {
      try await reach(device, label)
      process.wake()
      system.drop(device)
      return try await withConnection(to: device, label: label, timeout: .seconds(60), body)
    } catch {
      // What the app withdraws is withdrawn; an ended app leaves its request to the system.
      if process.isAlive { system.drop(device) }
      throw error
    }
  }

  /// Waits until the system has connected, or Bluetooth is switched off, which ends the request.
  private func reach(_ device: DeviceID, _ label: String) async throws {
    let earliest = system.requests[device] ?? system.clock.now
    let states = await states()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await system.waitUntilReachable(notBefore: earliest) }
      group.addTask {
        for await state in states where state != .poweredOn {
          throw BluetoothError(.connect, device: label, .radio(state))
        }
        throw CancellationError()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
