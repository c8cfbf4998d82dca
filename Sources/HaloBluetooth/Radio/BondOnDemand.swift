import Synchronization

/// Bonds with a device when an operation requires it, as Apple's systems do. Each radio runs the operations of a link
/// through one, so that drivers and commands need not bond themselves.
package final class BondOnDemand: Sendable {
  private let turn = AsyncSemaphore(1)
  /// The refusal of this link's bond. The device is not asked again, and neither is the person.
  private let refusal = Mutex<BluetoothError?>(nil)

  package init() {}

  /// Runs an operation over `connection`. If the device requires a bond for it, bonds and runs it once more.
  ///
  /// - Throws: ``BluetoothError/Reason/bondRefused`` if the device or the system refuses.
  package func run<Value>(
    _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?, over connection: any Connection,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    try await RadioWaits.during(operation, attribute, connection.label) {
      do { return try await body() } catch let error as BluetoothError where error.requiresBond {
        try await bond(connection)
      }
      return try await body()
    }
  }

  private func bond(_ connection: any Connection) async throws {
    try await turn.run {
      if let refusal = refusal.withLock({ $0 }) { throw refusal }
      do { _ = try await connection.bond() } catch let error as BluetoothError where error.reason == .bondRefused {
        refusal.withLock { $0 = error }
        throw error
      }
    }
  }
}

extension BluetoothError {
  /// True if the link lacks a bond: "insufficient authentication" or "insufficient encryption".
  fileprivate var requiresBond: Bool { [.attribute(code: 0x05), .attribute(code: 0x0F)].contains(reason) }
}
