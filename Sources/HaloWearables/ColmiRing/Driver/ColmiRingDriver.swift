public import HaloBluetooth
import HaloHealth

/// Speaks with a ring of the COLMI family.
///
/// The order of things follows the vendor's app and `docs/colmi-ring.md`: both subscriptions first, then the time, which the ring
/// answers with what it can do, then everything else. Requests on the two channels overlap.
public struct ColmiRingDriver: BatteryPowered {
  public static let family = WearableFamily(id: "colmi-ring", name: "COLMI ring")

  let exchange: ColmiRing.RingExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let capabilities: ColmiRing.Capabilities

  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (ColmiRingDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    let outlets = try characteristics(
      [.commands: ColmiRing.GATT.commandNotify, .bigData: ColmiRing.GATT.bigDataNotify], in: services, connection)
    let inlets = try characteristics(
      [.commands: ColmiRing.GATT.commandWrite, .bigData: ColmiRing.GATT.bigDataWrite], in: services, connection)
    let exchange = ColmiRing.RingExchange(connection: connection, clock: environment.clock, inlets: inlets)
    return try await TaskScope.with { scope in
      // The ring answers nothing before both are confirmed.
      for channel in ColmiRing.Channel.allCases {
        guard let outlet = outlets[channel] else { continue }
        let values = try await connection.notifications(of: outlet)
        scope.start { await exchange.pump(values, on: channel) }
      }
      let capabilities = try await setTime(exchange, environment.time, label: connection.label)
      let driver = ColmiRingDriver(
        exchange: exchange, connection: connection, environment: environment, services: services,
        capabilities: capabilities)
      return try await body(driver)
    }
  }

  public func identify() async throws -> DeviceIdentity {
    async let hardware = text(.hardwareRevision)
    async let firmware = text(.firmwareRevision)
    var wantsBond: Bool?
    if case .deviceSupport(let support) = try await ask(.deviceSupport)?.message { wantsBond = support.wantsBond }
    return DeviceIdentity(
      hardware: try await hardware, firmware: try await firmware, capabilities: capabilities.names,
      wantsBond: wantsBond)
  }

  public func battery() async throws -> BatteryState {
    guard case .battery(let battery) = try await ask(.battery)?.message else {
      throw WearableError.silent(device: connection.label)
    }
    return BatteryState(percent: battery.percent, isCharging: battery.isCharging)
  }

  /// The answer to a request; `nil` where the ring's firmware refuses it, or says nothing twice.
  func ask(_ request: ColmiRing.Request) async throws -> ColmiRing.Received? {
    for _ in 0..<2 {
      do {
        let received = try await exchange.ask(request)
        if case .error = received.message { return nil }
        return received
      } catch is ColmiRing.RingExchange.Silence {
        // A packet may have been lost: once more.
        continue
      }
    }
    return nil
  }

  /// Sets the ring's clock to local time. Everything else waits for the answer, so a ring that is slow to wake is asked again.
  private static func setTime(
    _ exchange: ColmiRing.RingExchange, _ time: WallTime, label: String
  ) async throws -> ColmiRing.Capabilities {
    for _ in 0..<2 {
      do {
        let answer = try await exchange.ask(.setTime(time.wallClock, language: 1))
        if case .capabilities(let capabilities) = answer.message { return capabilities }
      } catch is ColmiRing.RingExchange.Silence {
        continue
      }
    }
    throw WearableError.silent(device: label)
  }

  private static func characteristics(
    _ wanted: [ColmiRing.Channel: BluetoothUUID], in services: [Service], _ connection: any Connection
  ) throws -> [ColmiRing.Channel: Characteristic] {
    try wanted.mapValues { uuid in
      guard let found = services.characteristic(uuid) else {
        throw WearableError.notOfFamily(device: connection.label, family)
      }
      return found
    }
  }

  /// A text of the device information service; `nil` where there is none.
  private func text(_ uuid: BluetoothUUID) async throws -> String? {
    guard let characteristic = services.characteristic(uuid) else { return nil }
    do {
      let bytes = try await connection.read(characteristic).bytes.prefix { $0 != 0 }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    } catch let error as BluetoothError {
      // A ring that does not tell its revision is a ring all the same.
      if case .attribute = error.reason { return nil }
      throw error
    }
  }
}

extension ColmiRing.Capabilities {
  /// What can be done, in words.
  var names: [String] {
    let words: [(ColmiRing.Capabilities, String)] = [
      (.spo2, "SpO₂"), (.stress, "stress"), (.hrv, "heart-rate variability"), (.temperature, "skin temperature"),
      (.manualHeartRate, "heart rate by hand"), (.bloodPressure, "blood pressure estimate"),
      (.bloodSugar, "blood sugar estimate"),
    ]
    return ["heart rate", "steps", "sleep"] + words.filter { contains($0.0) }.map(\.1)
  }
}
