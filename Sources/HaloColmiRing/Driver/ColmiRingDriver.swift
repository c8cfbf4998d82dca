@_exported public import HaloWearables

/// The driver of the COLMI ring family.
///
/// The sequence follows the vendor's app and `docs/colmi-ring.md`: both subscriptions first, then setting the clock,
/// which the ring answers with its capabilities, then all other requests. Requests on the two channels overlap.
public struct ColmiRingDriver: BatteryPowered {
  let exchange: ColmiRing.RingExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let capabilities: ColmiRing.Capabilities
  /// The firmware's differences that affect the driver, as far as ``capabilities`` show them.
  var firmware: ColmiRing.FirmwareProfile {
    ColmiRing.FirmwareProfile(
      capabilities: capabilities, hasBigData: exchange.hasBigData, isH59: revisions.isH59)
  }
  /// The ring's date before its clock was set; `nil` if not reported.
  let foundDate: CalendarDate?
  /// The heart rates of that date, read before the clock was set; `nil` if they were not requested or not received.
  let foundLog: ColmiRing.HeartRateLog?
  let measurement = RunningMeasurement()
  let revisions = ColmiRing.Revisions()
  /// Returns the time since the driver was created.
  let age: @Sendable () -> Duration

  /// Subscribes, reads and sets the clock, and calls `body` with the driver. Stray measurements are stopped meanwhile.
  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (ColmiRingDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    let notifyCharacteristics = try characteristics(
      [.commands: ColmiRing.GATT.commandNotify, .bigData: ColmiRing.GATT.bigDataNotify], in: services, connection)
    let writeCharacteristics = try characteristics(
      [.commands: ColmiRing.GATT.commandWrite, .bigData: ColmiRing.GATT.bigDataWrite], in: services, connection)
    let exchange = ColmiRing.RingExchange(
      connection: connection, clock: environment.clock,
      writeCharacteristics: writeCharacteristics.filter { notifyCharacteristics[$0.key] != nil })
    return try await TaskScope.with { scope in
      // Listen before the subscriptions: a ring that measures sends readings twice a second.
      let unsolicited = exchange.unsolicited.listen()
      defer { unsolicited.stop() }
      let (foundDate, foundLog, capabilities) = try await bondingIfNeeded(connection) {
        // The ring does not answer before both subscriptions are confirmed.
        for channel in ColmiRing.Channel.allCases {
          guard let notifyCharacteristic = notifyCharacteristics[channel] else { continue }
          let values = try await connection.notifications(of: notifyCharacteristic)
          scope.start { await exchange.pump(values, on: channel) }
        }
        let before = environment.time.wallClock.date
        var foundDate: CalendarDate?
        let roundTrip = try await environment.clock.measure { foundDate = try await date(exchange) }
        // Midnight may have passed. The first link may find the date of another time zone, which is no lost clock.
        let largest = environment.clockCheck.isDone ? 0 : 1
        let isRight = [before, environment.time.wallClock.date].contains { date in
          foundDate.map { abs($0.daysSince1970 - date.daysSince1970) <= largest } ?? false
        }
        let foundLog = try await logBeforeSetting(exchange, foundDate, roundTrip: roundTrip, environment)
        environment.clockCheck.noteSetting(isRight: isRight)
        let capabilities = try await setTime(
          exchange, environment.time, environment.clock, label: connection.label)
        environment.clockCheck.noteSet()
        return (foundDate, foundLog, capabilities)
      }
      let driver = ColmiRingDriver(
        exchange: exchange, connection: connection, environment: environment, services: services,
        capabilities: capabilities, foundDate: foundDate, foundLog: foundLog, age: environment.clock.stopwatch())
      scope.start { await driver.stopStrayMeasurements(unsolicited.elements) }
      return try await body(driver)
    }
  }

  /// Reads the ring's identity and capabilities.
  public func identify() async throws -> DeviceIdentity { try await identity(deviceSupport()) }

  /// Reads the answer to `3C`; `nil` if the firmware does not support the request.
  func deviceSupport() async throws -> ColmiRing.DeviceSupport? {
    guard case .deviceSupport(let support) = try await ask(.deviceSupport)?.message else { return nil }
    if support.isFixed { revisions.noteH59() }
    return support
  }

  /// Recognizes H59MA firmware by its revisions, or without any by its answer to `3C`.
  func recognizeFirmware() async throws {
    guard !revisions.areKnown else { return }
    let hardware = try await connection.text(.hardwareRevision, in: services)
    let firmware = try await connection.text(.firmwareRevision, in: services)
    revisions.note(hardware: hardware, firmware: firmware)
    if hardware == nil, firmware == nil { _ = try await deviceSupport() }
  }

  /// Reads the ring's identity, with its answer to `3C`.
  func identity(_ support: ColmiRing.DeviceSupport?) async throws -> DeviceIdentity {
    async let hardwareText = connection.text(.hardwareRevision, in: services)
    async let firmwareText = connection.text(.firmwareRevision, in: services)
    let hardware = try await hardwareText
    let firmware = try await firmwareText
    revisions.note(hardware: hardware, firmware: firmware)
    return DeviceIdentity(
      hardware: hardware, firmware: firmware, capabilities: capabilities.phrases,
      wantsBond: revisions.isH59 ? nil : support?.wantsBond)
  }

  /// Reads the current charge.
  public func battery() async throws -> BatteryState {
    guard case .battery(let battery) = try await ask(.battery)?.message else {
      throw WearableError.silent(device: connection.label, .ring)
    }
    return BatteryState(percent: battery.percent, isCharging: battery.isCharging)
  }

  /// The outcome of a request.
  enum Reply {
    case answer(ColmiRing.Received)
    /// The firmware refused the request.
    case refusal
    /// No answer, although the ring answers other requests.
    case silence
    /// An incomplete answer, or the write itself failed.
    case fragment
  }

  /// Returns the answer to a request; `nil` if the firmware refuses it, or does not answer it twice.
  func ask(_ request: ColmiRing.Request) async throws -> ColmiRing.Received? {
    for _ in 0..<2 {
      switch try await reply(to: request) {
      case .answer(let received): return received
      case .refusal: return nil
      // A packet may have been lost: try again.
      case .silence, .fragment: continue
      }
    }
    return nil
  }

  /// Returns the answer to a request; `nil` if the firmware refuses it.
  ///
  /// - Throws: ``WearableError/unanswered(device:what:)`` after three attempts without an answer. Unlike a refusal,
  ///   that does not show that the firmware lacks the feature.
  func requireAnswer(_ request: ColmiRing.Request, _ what: Phrase) async throws -> ColmiRing.Received? {
    for _ in 0..<3 {
      switch try await reply(to: request) {
      case .answer(let received): return received
      case .refusal: return nil
      case .silence, .fragment: continue
      }
    }
    throw WearableError.unanswered(device: connection.label, what: what)
  }

  /// Sends a request once. `date` is the requested day, if the answer contains it.
  ///
  /// - Throws: ``WearableError/silent(device:_:)`` if the ring does not answer another request either.
  func reply(to request: ColmiRing.Request, of date: CalendarDate? = nil) async throws -> Reply {
    do {
      let received = try await exchange.ask(request, of: date)
      guard case .error(let error) = received.message else { return .answer(received) }
      return error.isUnsupported ? .refusal : .fragment
    } catch let silence as RequestTimedOut {
      // A link keeps packets in order: after the ring has answered something else, a late answer can no longer come and
      // be mistaken for the answer to the next request.
      guard try await isResponding() else { throw WearableError.silent(device: connection.label, .ring) }
      return silence.hasBegun ? .fragment : .silence
    } catch let error as BluetoothError where error.isRefusedWrite {
      return .fragment
    }
  }

  /// Returns whether the ring answers a request that every ring supports.
  private func isResponding() async throws -> Bool {
    for _ in 0..<2 where try await exchange.answer(to: .battery, usesLongTimeout: true) != nil { return true }
    return false
  }

  /// Runs `body`. If the ring does not answer and is not bonded, bonds with it: some firmware
  /// (R09, R11) does not answer unbonded hosts.
  ///
  /// - Throws: ``WearableError/newlyBonded(device:)`` after bonding, because subscriptions take effect only on the next
  ///   link.
  private static func bondingIfNeeded<Result>(
    _ connection: any Connection, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as WearableError {
      guard case .silent = error, try await connection.bondIfPossible() else { throw error }
      throw WearableError.newlyBonded(device: connection.label)
    }
  }

  /// Reads the date of the ring's clock from today's totals; `nil` if the firmware does not support them.
  private static func date(_ exchange: ColmiRing.RingExchange) async throws -> CalendarDate? {
    guard case .dayTotals(let totals) = try await exchange.answer(to: .dayTotals(daysAgo: 0))?.message,
      totals.daysAgo == 0
    else { return nil }
    return totals.date
  }

  /// Sets the ring's clock to local time. All other requests depend on the answer, so the request is repeated for a
  /// ring that wakes up slowly.
  private static func setTime(
    _ exchange: ColmiRing.RingExchange, _ time: WallTime, _ clock: any Clock<Duration>, label: String
  ) async throws -> ColmiRing.Capabilities {
    for _ in 0..<3 {
      var answer: ColmiRing.Received?
      let roundTrip = try await clock.measure {
        answer = try await exchange.answer(to: .setTime(time.wallClock, language: 1))
      }
      guard case .capabilities(let capabilities) = answer?.message else { continue }
      exchange.adjustTimeout(to: roundTrip)
      return capabilities
    }
    throw WearableError.silent(device: label, .ring)
  }

  /// Finds the characteristics of the channels. Some firmware has no big data.
  private static func characteristics(
    _ wanted: [ColmiRing.Channel: BluetoothUUID], in services: [Service], _ connection: any Connection
  ) throws -> [ColmiRing.Channel: Characteristic] {
    let found = wanted.compactMapValues { services.characteristic($0) }
    // Nordic's UART service has the same characteristics, and camera glasses have the ring's service.
    guard found[.commands]?.service == ColmiRing.GATT.commandService,
      !services.contains(where: { isForeign($0.uuid) })
    else {
      throw WearableError.notOfFamily(device: connection.label, family)
    }
    return found
  }
}

extension BluetoothError {
  /// True if the device answered a write with an ATT error. The next attempt may succeed.
  var isRefusedWrite: Bool {
    if operation == .write, case .attribute = reason { true } else { false }
  }
}

extension ColmiRing.Capabilities {
  /// The capabilities in words.
  var phrases: [Phrase] {
    let phrases: [(ColmiRing.Capabilities, Phrase)] = [
      (.spo2, Phrase("SpO₂")), (.stress, Phrase("stress")), (.hrv, Phrase("heart-rate variability")),
      (.temperature, Phrase("skin temperature")), (.manualHeartRate, Phrase("heart rate by hand")),
      (.bloodPressure, Phrase("blood pressure estimate")), (.bloodSugar, Phrase("blood sugar estimate")),
    ]
    return [Phrase("heart rate"), Phrase("steps"), Phrase("sleep")] + phrases.filter { contains($0.0) }.map(\.1)
  }
}
