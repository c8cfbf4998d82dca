import HaloText
public import HaloBluetooth
import HaloHealth
public import HaloWearables

/// Speaks with an Everest W311. No watch was at hand when it was written: the order of things follows iSport's app, and
/// `docs/everest-w311.md`.
///
/// Four subscriptions come first, then three seconds in which the watch settles, then the time. One request is under way at a time.
public struct EverestW311Driver: BatteryPowered {
  let exchange: EverestW311.WatchExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]

  /// A watch is told by its services, or by a name that holds `W311`. A bare Heart Rate Service is any strap's.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    // A machine to train on, whatever its name.
    if advertisement.services.contains(0x1826) { return nil }
    if advertisement.services.contains(EverestW311.GATT.advertisedService)
      || advertisement.services.contains(EverestW311.GATT.service)
    {
      return .certain
    }
    guard advertisement.name?.contains("W311") == true else { return nil }
    return advertisement.services.contains(HeartRateService.GATT.service) ? .certain : .likely
  }

  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (EverestW311Driver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    func characteristic(_ channel: EverestW311.Channel) -> Characteristic? {
      EverestW311.GATT.characteristics(channel).lazy.compactMap { services.characteristic($0) }.first
    }
    guard let commands = characteristic(.commands), let realTime = characteristic(.realTime) else {
      throw WearableError.notOfFamily(device: connection.label, family)
    }
    let exchange = EverestW311.WatchExchange(
      connection: connection, clock: environment.clock, inlet: commands)
    return try await TaskScope.with { scope in
      func listen(_ outlet: Characteristic?, on channel: EverestW311.Channel) async throws {
        guard let outlet else { return }
        let values = try await connection.notifications(of: outlet)
        scope.start { await exchange.pump(values, on: channel) }
      }
      // Not every firmware keeps days.
      try await listen(characteristic(.history), on: .history)
      try await listen(commands, on: .commands)
      try await listen(realTime, on: .realTime)
      if let heart = services.characteristic(HeartRateService.GATT.measurement) {
        let values = try await connection.notifications(of: heart)
        scope.start { await exchange.pumpHeartRate(values) }
      }
      try await environment.clock.sleep(for: settlingTime)
      let driver = EverestW311Driver(
        exchange: exchange, connection: connection, environment: environment, services: services)
      try await driver.setClock()
      return try await body(driver)
    }
  }

  /// How long a watch takes after the last subscription before it answers.
  static let settlingTime = Duration.seconds(3)

  /// Sets the watch's clock to local time.
  public func setClock() async throws {
    let now = environment.time.now
    let setting = EverestW311.ClockSetting(
      environment.time.wallClock, secondsFromGMT: environment.time.secondsFromGMT(at: now))
    guard try await answer(to: .setTime(setting)) != nil else { throw WearableError.silent(device: connection.label) }
  }

  public func identify() async throws -> DeviceIdentity {
    var information: EverestW311.WatchInformation?
    if case .watchInformation(let told) = try await answer(to: .information)?.message { information = told }
    var firmware = information?.firmwareVersion
    if firmware == nil { firmware = try await connection.text(.firmwareRevision, in: services) }
    var capabilities = ["steps", "alarms", "display"]
    if services.characteristic(HeartRateService.GATT.measurement) != nil { capabilities.append("heart rate") }
    return DeviceIdentity(
      model: information.flatMap { $0.model.isEmpty ? nil : $0.model }, hardware: information.map { "\($0.hardware)" },
      firmware: firmware, capabilities: capabilities, wantsBond: nil)
  }

  /// The charge now. No source says how a watch tells that it is on its charger.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` where the watch does not tell.
  public func battery() async throws -> BatteryState {
    if let value = try await connection.optionalValue(of: HeartRateService.GATT.batteryLevel, in: services),
      let level = BatteryLevel(value: value.bytes)
    {
      return BatteryState(percent: level.percent, isCharging: false)
    }
    guard case .watchInformation(let told) = try await answer(to: .information)?.message, told.batteryPercent <= 100
    else { throw ConfigurableError.unsupported(device: connection.label, what: Phrase("battery")) }
    return BatteryState(percent: told.batteryPercent, isCharging: false)
  }

  /// The answer to a request, asked twice where it takes that; `nil` where there is none.
  func answer(to request: EverestW311.Request) async throws -> EverestW311.Received? {
    for _ in 0..<2 {
      if let received = try await exchange.ask(request) { return received }
    }
    return nil
  }

  /// Tells the watch something that it confirms.
  ///
  /// - Throws: ``WearableError/unanswered(device:what:)`` where it does not.
  func tell(_ request: EverestW311.Request, _ what: Phrase) async throws {
    guard try await answer(to: request) != nil else {
      throw WearableError.unanswered(device: connection.label, what: what)
    }
  }
}
