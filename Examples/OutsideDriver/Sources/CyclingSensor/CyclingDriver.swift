import HaloWearables

/// The driver of cycling sensors.
public struct CyclingDriver: BatteryPowered {
  /// The time that a sync records measurements. A sensor sends about one per second.
  static let listeningTime = Duration.seconds(10)

  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let measurement: Characteristic
  let features: CyclingSensor.Features

  /// Recognizes a sensor by its advertised service.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(CyclingSensor.GATT.service) ? .certain : nil
  }

  /// Finds the service, reads the features, and calls `body` with the driver.
  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (CyclingDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    guard
      let measurement = services.characteristic(CyclingSensor.GATT.measurement, in: CyclingSensor.GATT.service),
      let feature = services.characteristic(CyclingSensor.GATT.features, in: CyclingSensor.GATT.service),
      let features = CyclingSensor.Features(value: try await connection.read(feature).bytes)
    else { throw WearableError.notOfFamily(device: connection.label, family) }
    return try await body(
      CyclingDriver(
        connection: connection, environment: environment, services: services, measurement: measurement,
        features: features))
  }

  /// Reads the sensor's identity and location.
  public func identify() async throws -> DeviceIdentity {
    let location = try await connection.optionalValue(of: CyclingSensor.GATT.location, in: services)
      .flatMap { CyclingSensor.Location(value: $0.bytes) }
    return try await connection.identity(
      in: services, location: (location?.name).map { "\($0)" }, capabilities: liveQuantities.map(\.phrase))
  }

  /// Reads the current charge. Throws ``ConfigurableError`` if the sensor does not report it.
  public func battery() async throws -> BatteryState { try await connection.battery(in: services) }

  /// Reads the identity, and records measurements for ``listeningTime``, because a sensor stores no data to fetch.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let log = SyncLedger.Item("speed-and-cadence")
    ledger.begin([log], today: environment.time.wallClock.date)
    ledger.set(try await identify())
    do { ledger.set(try await battery()) } catch is ConfigurableError {}
    // The sensor has no automatic measurements.
    ledger.set([])
    ledger.progress(latest: Phrase("identity"), progress)
    if !ledger.isSettled(log) { try await listen() }
    ledger.settle(log)
    ledger.progress(latest: Self.family.name(of: log.log), progress)
    guard let report = ledger.report(zone: environment.time.zone) else {
      throw WearableError.silent(device: connection.label)
    }
    return report
  }

  /// Receives measurements for ``listeningTime``. The connection records them, and ``read(_:of:)`` decodes them.
  private func listen() async throws {
    let values = try await connection.notifications(of: measurement)
    _ = try await TimeLimit.within(Self.listeningTime, environment.clock) { for try await _ in values {} }
  }
}
