extension BatteryPowered {
  /// Reads the identity and the charge that `ledger` lacks, for devices without automatic measurements.
  ///
  /// - Throws: `BluetoothError` if the link fails.
  public func fetchFacts(
    into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws {
    if ledger.identity == nil { ledger.set(try await identify()) }
    if ledger.battery == nil {
      do { ledger.set(try await battery()) } catch is ConfigurableError {}
    }
    ledger.set([])
    ledger.progress(latest: Phrase("identity"), progress)
  }
}

extension SyncLedger {
  /// Returns the report of a sync over `connection`.
  ///
  /// - Throws: ``WearableError`` if the device did not send its identity.
  public func report(
    over connection: any Connection, _ environment: DriverEnvironment, _ kind: WearableFamily.Kind = .other
  ) throws -> SyncReport {
    guard let report = report(zone: environment.time.zone) else {
      throw WearableError.silent(device: connection.label, kind)
    }
    return report
  }
}
