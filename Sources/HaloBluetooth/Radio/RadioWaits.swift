import Synchronization

/// The operations that a program's radio waits for, so that a command can say what takes long.
public final class RadioWaits: Sendable {
  /// The record of this task's connections.
  @TaskLocal public static var current: RadioWaits?

  private let state = Mutex<(count: Int, running: [Int: Phrase])>((0, [:]))

  /// A record without operations.
  public init() {}

  /// Calls `report` with each operation that runs for `limit` seconds, until the task is canceled.
  public func watch(_ clock: any Clock<Duration>, limit: Int = 5, _ report: (Phrase) -> Void) async {
    var number = 0
    var seconds = 0
    while (try? await clock.sleep(for: .seconds(1))) != nil {
      let oldest = state.withLock { $0.running.min { $0.key < $1.key } }
      seconds = oldest?.key == number ? seconds + 1 : 1
      number = oldest?.key ?? 0
      if let oldest, seconds == limit { report(oldest.value) }
    }
  }

  /// Runs `body`, an operation on a device.
  package static func during<Value>(
    _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID? = nil, _ device: String,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    guard let current else { return try await body() }
    let number = current.state.withLock { state in
      state.count += 1
      state.running[state.count] = BluetoothError(operation, device: device, attribute: attribute, .disconnected).action
      return state.count
    }
    defer { current.state.withLock { _ = $0.running.removeValue(forKey: number) } }
    return try await body()
  }
}
