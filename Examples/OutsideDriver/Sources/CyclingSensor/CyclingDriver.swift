import HaloBluetooth
import HaloHealth
import HaloWearables
import Synchronization

/// Communicates with a cycling sensor over a connection.
public struct CyclingDriver: BatteryPowered {
  /// How long a sync listens. A sensor sends about once a second.
  static let listeningTime = Duration.seconds(10)

  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let measurement: Characteristic
  let features: CyclingSensor.Features

  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(CyclingSensor.GATT.service) ? .certain : nil
  }

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

  public func identify() async throws -> DeviceIdentity {
    let location = try await value(CyclingSensor.GATT.location).flatMap(CyclingSensor.Location.init(value:))
    return DeviceIdentity(
      manufacturer: try await text(.manufacturerName), model: try await text(.modelNumber),
      location: (location?.name).map { "\($0)" }, hardware: try await text(.hardwareRevision),
      firmware: try await text(.firmwareRevision), capabilities: liveQuantities.map(\.words), wantsBond: nil)
  }

  public func battery() async throws -> BatteryState {
    guard let value = try await value(HeartRateService.GATT.batteryLevel), let level = BatteryLevel(value: value) else {
      throw ConfigurableError.unsupported(device: connection.label, what: "battery")
    }
    return BatteryState(percent: level.percent, isCharging: false)
  }

  /// Reads what the sensor is, and listens for ``listeningTime``: it stores nothing that could be fetched.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let log = SyncLedger.Item(kind: "speed and cadence")
    ledger.begin([log], today: environment.time.wallClock.date, found: nil)
    ledger.set(try await identify())
    do { ledger.set(try await battery()) } catch is ConfigurableError {}
    // It measures nothing by itself.
    ledger.set([])
    ledger.progress(latest: "what it is", progress)
    if !ledger.isSettled(log) { ledger.put(try await listen(), for: log) }
    ledger.progress(latest: "speed and cadence", progress)
    guard let report = ledger.report(zone: environment.time.zone) else {
      throw WearableError.silent(device: connection.label)
    }
    return report
  }

  /// Returns what comes within ``listeningTime``.
  private func listen() async throws -> Readings {
    let time = environment.time
    let values = try await connection.notifications(of: measurement)
    let heard = Mutex((reader: SensorReader(), readings: Readings()))
    _ = try await TimeLimit.within(Self.listeningTime, environment.clock) {
      for try await value in values {
        heard.withLock { heard in
          let samples = heard.reader.samples(in: value.bytes, at: time.moment, frame: value.frame ?? 0)
          heard.readings.append(Readings(samples: samples))
        }
      }
    }
    return heard.withLock { $0.readings }
  }

  /// The value of a characteristic; `nil` if the sensor has none or refuses to give it.
  private func value(_ uuid: BluetoothUUID) async throws -> [UInt8]? {
    guard let characteristic = services.characteristic(uuid) else { return nil }
    do {
      return try await connection.read(characteristic).bytes
    } catch let error as BluetoothError {
      if case .attribute = error.reason { return nil }
      throw error
    }
  }

  private func text(_ field: DeviceInformation.Field) async throws -> String? {
    guard let value = try await value(field.characteristic) else { return nil }
    let text = DeviceInformation(field, value: value).text
    return text.isEmpty ? nil : text
  }
}
