@_exported public import HaloWearables

/// The driver of the Everest W311. It was written without a watch: the sequence follows iSport's app and
/// `docs/everest-w311.md`.
///
/// The driver subscribes to four characteristics, waits three seconds until the watch is ready, then sets the clock.
/// Only one request is sent at a time.
public struct EverestW311Driver: BatteryPowered {
  let exchange: EverestW311.WatchExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]

  /// Recognizes a watch by its services, or by a name that contains `W311`. The Heart Rate Service alone may be any
  /// strap's.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    // A fitness machine, regardless of its name.
    if advertisement.services.contains(0x1826) { return nil }
    if advertisement.services.contains(EverestW311.GATT.advertisedService)
      || advertisement.services.contains(EverestW311.GATT.service)
    {
      return .certain
    }
    guard advertisement.name?.contains("W311") == true else { return nil }
    return advertisement.services.contains(HeartRateService.GATT.service) ? .certain : .likely
  }

  /// Subscribes, sets the clock, and calls `body` with the driver.
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
      connection: connection, clock: environment.clock, writeCharacteristic: commands)
    return try await TaskScope.with { scope in
      func listen(_ notifyCharacteristic: Characteristic?, on channel: EverestW311.Channel) async throws {
        guard let notifyCharacteristic else { return }
        let values = try await connection.notifications(of: notifyCharacteristic)
        scope.start { await exchange.pump(values, on: channel) }
      }
      // Some firmware stores no days.
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

  /// The time after the last subscription until a watch answers.
  static let settlingTime = Duration.seconds(3)

  /// Sets the watch's clock to local time.
  public func setClock() async throws {
    let now = environment.time.now
    let setting = EverestW311.ClockSetting(
      environment.time.wallClock, secondsFromGMT: environment.time.secondsFromGMT(at: now))
    guard try await answer(to: .setTime(setting)) != nil else {
      throw WearableError.silent(device: connection.label, .watch)
    }
  }

  /// Reads the watch's identity and capabilities.
  public func identify() async throws -> DeviceIdentity {
    var information: EverestW311.WatchInformation?
    if case .watchInformation(let reported) = try await answer(to: .information)?.message { information = reported }
    var firmware = information?.firmwareVersion
    if firmware == nil { firmware = try await connection.text(.firmwareRevision, in: services) }
    var capabilities = [Phrase("steps"), Phrase("alarms"), Phrase("display")]
    if services.characteristic(HeartRateService.GATT.measurement) != nil { capabilities.append(Phrase("heart rate")) }
    return DeviceIdentity(
      model: information.flatMap { $0.model.isEmpty ? nil : $0.model }, hardware: information.map { "\($0.hardware)" },
      firmware: firmware, capabilities: capabilities, wantsBond: nil)
  }

  /// Reads the current charge. No source documents how a watch reports that it is charging.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` if the watch does not report its charge.
  public func battery() async throws -> BatteryState {
    do { return try await connection.battery(in: services) } catch is ConfigurableError {}
    guard case .watchInformation(let reported) = try await answer(to: .information)?.message,
      reported.batteryPercent <= 100
    else { throw ConfigurableError.unsupported(device: connection.label, what: Phrase("battery")) }
    return BatteryState(percent: reported.batteryPercent, isCharging: false)
  }

  /// Returns the answer to a request, which is sent at most twice; `nil` if the watch does not answer.
  func answer(to request: EverestW311.Request) async throws -> EverestW311.Received? {
    for _ in 0..<2 {
      if let received = try await exchange.ask(request) { return received }
    }
    return nil
  }

  /// Sends a request that the watch confirms.
  ///
  /// - Throws: ``WearableError/unanswered(device:what:)`` if it does not.
  func sendConfirmed(_ request: EverestW311.Request, _ what: Phrase) async throws {
    guard try await answer(to: request) != nil else {
      throw WearableError.unanswered(device: connection.label, what: what)
    }
  }
}
