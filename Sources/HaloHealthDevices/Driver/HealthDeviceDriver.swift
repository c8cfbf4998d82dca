@_exported public import HaloWearables
import Synchronization

/// The driver of scales, blood-pressure cuffs, thermometers and pulse oximeters: of any device with a standard service for its
/// measurements.
///
/// Most of these devices wake for a measurement, send it and those that they stored, and turn themselves off.
public struct HealthDeviceDriver: BatteryPowered {
  /// The time without a measurement after which a device has nothing more to send.
  static let quiet = Duration.seconds(20)
  /// A sync ends after as many of these times, because an oximeter measures on.
  private static let mostQuiets = 6

  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let measurements: [Characteristic]

  /// Recognizes a device by its services, unless its name shows that it sends a format of its own in them.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    let hasOwnFormat = ["MIBCS", "MIBFS", "MI_SCALE", "MI SCALE", "XMTZC"].contains {
      advertisement.name?.hasPrefix($0) == true
    }
    guard !hasOwnFormat, advertisement.services.contains(where: HealthDevices.GATT.services.contains) else {
      return nil
    }
    // Rings, watches and machines with services of their own may have these too.
    return advertisement.services.contains { $0 == 0x1826 || $0.short == nil } ? .likely : .certain
  }

  /// Calls `body` with the driver.
  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (HealthDeviceDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    let measurements = HealthDevices.GATT.measurements.compactMap { services.characteristic($0) }
    guard !measurements.isEmpty else { throw WearableError.notOfFamily(device: connection.label, family) }
    return try await body(
      HealthDeviceDriver(
        connection: connection, environment: environment, services: services, measurements: measurements))
  }

  /// Reads the device's identity.
  public func identify() async throws -> DeviceIdentity {
    try await connection.identity(in: services, capabilities: liveQuantities.map(\.phrase))
  }

  /// Reads the current charge.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` if the device does not report it.
  public func battery() async throws -> BatteryState { try await connection.battery(in: services) }

  /// Receives what the device sends, until it is quiet or turns itself off.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let log = SyncLedger.Item(HealthDevices.log)
    ledger.begin([log], today: environment.time.wallClock.date)
    let received = Mutex((values: [MeasurementReader.Value](), hasEnded: false))
    try await withMeasurements { value in
      received.withLock { if let value { $0.values.append(value) } else { $0.hasEnded = true } }
    } _: {
      do {
        try await fetchFacts(into: ledger, progress: progress)
      } catch {
        // A device that turned itself off after its measurement has nothing more to say.
        guard !MeasurementReader.read(received.withLock { $0.values }, user: nil).isEmpty else { throw error }
        ledger.set(DeviceIdentity(hardware: nil, firmware: nil, capabilities: [], wantsBond: nil))
      }
      var count = -1
      for _ in 0..<Self.mostQuiets where received.withLock({ !$0.hasEnded && $0.values.count != count }) {
        count = received.withLock { $0.values.count }
        try await environment.clock.sleep(for: Self.quiet)
      }
    }
    let values = received.withLock { $0.values }
    let readings = MeasurementReader.read(values, user: environment.device.user)
    ledger.settle(log)
    ledger.progress(latest: Self.family.name(of: log.log), progress)
    var report = try ledger.report(over: connection, environment)
    let users = MeasurementReader.users(in: values)
    if environment.device.user == nil, users.count == 1, let user = users.first {
      report.notes.append(
        Phrase("User \(user)'s measurements count as yours. 'halo pair --device NAME --user NUMBER' changes that."))
    }
    report.notes += LeftOut.allCases.compactMap { reason in
      let times = Set(readings.filter { $0.leftOut == reason }.map(\.time))
      return times.isEmpty ? nil : reason.sentence(count: times.count)
    }
    return report
  }

  /// Reads the device's clock, subscribes to the measurements and calls `body`. `take` is called with each value, and with `nil`
  /// when the link is lost.
  func withMeasurements<Result: Sendable>(
    _ take: @escaping @Sendable (MeasurementReader.Value?) -> Void, _ body: () async throws -> Result
  ) async throws -> Result {
    let time = environment.time
    let pass: @Sendable (ReceivedValue?, BluetoothUUID) -> Void = { value, uuid in
      take(value.map { .init(bytes: $0.bytes, characteristic: uuid, arrival: time.moment, frame: $0.frame) })
    }
    for clock in HealthDevices.GATT.clocks {
      if let value = try await connection.optionalValue(of: clock, in: services) { pass(value, clock) }
    }
    return try await connection.withValues(of: measurements, pass, body)
  }
}
