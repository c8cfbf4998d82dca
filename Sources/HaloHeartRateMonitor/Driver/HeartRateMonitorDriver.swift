@_exported public import HaloWearables

/// The driver of heart-rate monitors: any strap or armband with the Heart Rate Service, and Polar's measurement service
/// if it is present.
///
/// A monitor stores nothing: it only sends live values. A sync fetches its identity and its charge.
public struct HeartRateMonitorDriver: BatteryPowered, EnergyCounting {
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let measurement: Characteristic

  /// Recognizes a monitor by the Heart Rate Service.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    guard advertisement.services.contains(HeartRateService.GATT.service) else { return nil }
    // Machines, watches and other devices with services of their own may have this service too.
    let hasOtherServices =
      advertisement.services.contains { $0 == 0x1826 || $0.short == nil }
      || advertisement.name?.contains("W311") == true
    return hasOtherServices ? .likely : .certain
  }

  /// Returns whether an advertisement is of a monitor that is known to stream raw signals: Polar's H10, OH1 and Verity
  /// Sense.
  public static func givesRawSignals(_ advertisement: Advertisement) -> Bool {
    guard match(advertisement) != nil, let name = advertisement.name else { return false }
    return ["Polar H10 ", "Polar OH1 ", "Polar Sense "].contains { name.hasPrefix($0) }
  }

  /// Calls `body` with the driver.
  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (HeartRateMonitorDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    guard
      let measurement = services.characteristic(HeartRateService.GATT.measurement, in: HeartRateService.GATT.service)
    else { throw WearableError.notOfFamily(device: connection.label, family) }
    return try await body(
      HeartRateMonitorDriver(
        connection: connection, environment: environment, services: services, measurement: measurement))
  }

  /// Reads the monitor's identity and capabilities.
  public func identify() async throws -> DeviceIdentity {
    let location = try await connection.optionalValue(of: HeartRateService.GATT.location, in: services)
      .flatMap { HeartRateService.SensorLocation(value: $0.bytes)?.place.rawValue }
    var capabilities = [Phrase("heart rate")]
    if services.characteristic(HeartRateService.GATT.control) != nil { capabilities.append(Phrase("energy")) }
    capabilities += try await polarKinds().map(\.phrase)
    return try await connection.identity(in: services, location: location, capabilities: capabilities)
  }

  /// Reads the current charge.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` if the monitor does not report it.
  public func battery() async throws -> BatteryState { try await connection.battery(in: services) }

  /// Resets the monitor's energy counter to 0.
  public func resetEnergy() async throws {
    guard let control = services.characteristic(HeartRateService.GATT.control) else {
      throw ConfigurableError.unsupported(device: connection.label, what: Phrase("energy"))
    }
    try await connection.write(HeartRateService.ResetEnergy().value, to: control, withResponse: true)
  }

  /// Fetches the identity and the charge.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    ledger.begin([], today: environment.time.wallClock.date)
    try await fetchFacts(into: ledger, progress: progress)
    return try ledger.report(over: connection, environment, .strap)
  }
}
