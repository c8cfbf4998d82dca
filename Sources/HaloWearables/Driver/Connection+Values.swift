extension Connection {
  /// Subscribes to characteristics, and calls `take` with each value until `body` returns, and with `nil` when the link is lost.
  ///
  /// - Throws: `BluetoothError` if a subscription fails, and any error of `body`.
  public func withValues<Result: Sendable>(
    of characteristics: [Characteristic], _ take: @escaping @Sendable (ReceivedValue?, BluetoothUUID) -> Void,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await TaskScope.with { scope in
      for characteristic in characteristics {
        let values = try await notifications(of: characteristic)
        scope.start {
          do { for try await value in values { take(value, characteristic.uuid) } } catch {}
          take(nil, characteristic.uuid)
        }
      }
      return try await body()
    }
  }
}
