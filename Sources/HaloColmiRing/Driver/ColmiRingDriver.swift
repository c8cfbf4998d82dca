import HaloText
public import HaloBluetooth
import HaloHealth
public import HaloWearables

/// Speaks with a ring of the COLMI family.
///
/// The order of things follows the vendor's app and `docs/colmi-ring.md`: both subscriptions first, then the time, which the ring
/// answers with what it can do, then everything else. Requests on the two channels overlap.
public struct ColmiRingDriver: BatteryPowered {
  let exchange: ColmiRing.RingExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  let capabilities: ColmiRing.Capabilities
  /// What the driver does differently because of the ring's firmware, as far as ``capabilities`` show it.
  var firmware: ColmiRing.FirmwareProfile {
    ColmiRing.FirmwareProfile(capabilities: capabilities, hasBigData: exchange.hasBigData)
  }
  /// The date that the ring had before it was given the time; `nil` where it did not say.
  let foundDate: CalendarDate?
  /// The heart rates of that date, read before the ring was given the time; `nil` if they were not asked for or did not come.
  let foundLog: ColmiRing.Received?
  let measurement = RunningMeasurement()
  /// How long the driver has been there.
  let age: @Sendable () -> Duration

  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (ColmiRingDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    let outlets = try characteristics(
      [.commands: ColmiRing.GATT.commandNotify, .bigData: ColmiRing.GATT.bigDataNotify], in: services, connection)
    let inlets = try characteristics(
      [.commands: ColmiRing.GATT.commandWrite, .bigData: ColmiRing.GATT.bigDataWrite], in: services, connection)
    let exchange = ColmiRing.RingExchange(
      connection: connection, clock: environment.clock, inlets: inlets.filter { outlets[$0.key] != nil })
    return try await TaskScope.with { scope in
      // From the first moment: a ring that measures says so twice a second.
      let unasked = exchange.unasked.listen()
      defer { unasked.stop() }
      let (foundDate, foundLog, capabilities) = try await bondingIfNeeded(connection) {
        // The ring answers nothing before both are confirmed.
        for channel in ColmiRing.Channel.allCases {
          guard let outlet = outlets[channel] else { continue }
          let values = try await connection.notifications(of: outlet)
          scope.start { await exchange.pump(values, on: channel) }
        }
        var foundDate: CalendarDate?
        let roundTrip = try await environment.clock.measure { foundDate = try await date(exchange) }
        let foundLog = try await logBeforeSetting(exchange, foundDate, roundTrip: roundTrip, environment)
        let capabilities = try await setTime(
          exchange, environment.time, environment.clock, label: connection.label)
        environment.clockCheck.noteSet()
        return (foundDate, foundLog, capabilities)
      }
      let driver = ColmiRingDriver(
        exchange: exchange, connection: connection, environment: environment, services: services,
        capabilities: capabilities, foundDate: foundDate, foundLog: foundLog, age: stopwatch(environment.clock))
      scope.start { await driver.stopStrayMeasurements(unasked.elements) }
      return try await body(driver)
    }
  }

  public func identify() async throws -> DeviceIdentity { try await identity(deviceSupport()) }

  /// What the ring answers to `3C`; `nil` if its firmware does not know the question.
  func deviceSupport() async throws -> ColmiRing.DeviceSupport? {
    if case .deviceSupport(let support) = try await ask(.deviceSupport)?.message { support } else { nil }
  }

  /// What the ring is, with what it answered to `3C`.
  func identity(_ support: ColmiRing.DeviceSupport?) async throws -> DeviceIdentity {
    async let hardware = connection.text(.hardwareRevision, in: services)
    async let firmware = connection.text(.firmwareRevision, in: services)
    return DeviceIdentity(
      hardware: try await hardware, firmware: try await firmware, capabilities: capabilities.phrases.map(\.english),
      wantsBond: support?.wantsBond)
  }

  public func battery() async throws -> BatteryState {
    guard case .battery(let battery) = try await ask(.battery)?.message else {
      throw WearableError.silent(device: connection.label)
    }
    return BatteryState(percent: battery.percent, isCharging: battery.isCharging)
  }

  /// What came of a request.
  enum Reply {
    /// The answer.
    case answer(ColmiRing.Received)
    /// The firmware refuses it.
    case refusal
    /// Nothing came, though the ring answers other things.
    case silence
    /// A part of the answer came, or the request itself failed on the way.
    case fragment
  }

  /// The answer to a request; `nil` where the ring's firmware refuses it, or does not answer it twice.
  func ask(_ request: ColmiRing.Request) async throws -> ColmiRing.Received? {
    for _ in 0..<2 {
      switch try await reply(to: request) {
      case .answer(let received): return received
      case .refusal: return nil
      // A packet may have been lost: once more.
      case .silence, .fragment: continue
      }
    }
    return nil
  }

  /// The answer to a request; `nil` where the ring's firmware refuses it.
  ///
  /// - Throws: ``WearableError/unanswered(device:what:)`` where it does not answer three times, which says nothing about what it knows.
  func insist(_ request: ColmiRing.Request, _ what: Phrase) async throws -> ColmiRing.Received? {
    for _ in 0..<3 {
      switch try await reply(to: request) {
      case .answer(let received): return received
      case .refusal: return nil
      case .silence, .fragment: continue
      }
    }
    throw WearableError.unanswered(device: connection.label, what: what)
  }

  /// Asks once. `date` is the day that is asked for, where the answer names it.
  ///
  /// - Throws: ``WearableError/silent(device:)`` where the ring answers nothing else either.
  func reply(to request: ColmiRing.Request, of date: CalendarDate? = nil) async throws -> Reply {
    do {
      let received = try await exchange.ask(request, of: date)
      guard case .error(let error) = received.message else { return .answer(received) }
      return error.isUnsupported ? .refusal : .fragment
    } catch let silence as RequestTimedOut {
      // A link keeps the order of packets: once the ring has answered something else, the late answer cannot come any more and
      // be taken for the answer to the next request.
      guard try await isAlive() else { throw WearableError.silent(device: connection.label) }
      return silence.hasBegun ? .fragment : .silence
    } catch let error as BluetoothError where error.isRefusedWrite {
      return .fragment
    }
  }

  /// Whether the ring answers what every ring answers.
  private func isAlive() async throws -> Bool {
    for _ in 0..<2 {
      do {
        _ = try await exchange.ask(.battery, isPatient: true)
        return true
      } catch is RequestTimedOut {
        continue
      } catch let error as BluetoothError where error.isRefusedWrite {
        continue
      }
    }
    return false
  }

  /// Does `body`. Where the ring is silent, or says that it wants keys, and there is no bond yet, it gets one: some firmware (R09, R11)
  /// says nothing to strangers.
  ///
  /// - Throws: ``WearableError/newlyBonded(device:)`` where there is one now: subscriptions count from the next link on.
  private static func bondingIfNeeded<Result>(
    _ connection: any Connection, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch  where isCryForBond(error) {
      guard try await connection.bondIfPossible() else { throw error }
      throw WearableError.newlyBonded(device: connection.label)
    }
  }

  private static func isCryForBond(_ error: any Error) -> Bool {
    switch error {
    case WearableError.silent: true
    case let error as BluetoothError: [.attribute(code: 0x05), .attribute(code: 0x0F)].contains(error.reason)
    default: false
    }
  }

  /// The date on the ring's clock, which its totals of today name; `nil` where its firmware has none.
  private static func date(_ exchange: ColmiRing.RingExchange) async throws -> CalendarDate? {
    do {
      guard case .dayTotals(let totals) = try await exchange.ask(.dayTotals(daysAgo: 0)).message, totals.daysAgo == 0
      else { return nil }
      return totals.date
    } catch is RequestTimedOut {
      return nil
    } catch let error as BluetoothError where error.isRefusedWrite {
      return nil
    }
  }

  /// Sets the ring's clock to local time. Everything else waits for the answer, so a ring that is slow to wake is asked again.
  private static func setTime(
    _ exchange: ColmiRing.RingExchange, _ time: WallTime, _ clock: any Clock<Duration>, label: String
  ) async throws -> ColmiRing.Capabilities {
    for _ in 0..<3 {
      do {
        var answer: ColmiRing.Received?
        let roundTrip = try await clock.measure {
          answer = try await exchange.ask(.setTime(time.wallClock, language: 1))
        }
        guard case .capabilities(let capabilities) = answer?.message else { continue }
        exchange.adjustTimeout(to: roundTrip)
        return capabilities
      } catch is RequestTimedOut {
        continue
      } catch let error as BluetoothError where error.isRefusedWrite {
        continue
      }
    }
    throw WearableError.silent(device: label)
  }

  /// How long ago this was called.
  private static func stopwatch<Time: Clock<Duration>>(_ clock: Time) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The characteristics of the channels. Big data may be missing: ``ColmiRing/FirmwareQuirk/noBigData``.
  private static func characteristics(
    _ wanted: [ColmiRing.Channel: BluetoothUUID], in services: [Service], _ connection: any Connection
  ) throws -> [ColmiRing.Channel: Characteristic] {
    let found = wanted.compactMapValues { services.characteristic($0) }
    // Nordic's UART service has the same characteristics.
    guard found[.commands]?.service == ColmiRing.GATT.commandService else {
      throw WearableError.notOfFamily(device: connection.label, family)
    }
    return found
  }
}

extension BluetoothError {
  /// Whether the device answered a write with an error. It may take it the next time.
  var isRefusedWrite: Bool {
    if operation == .write, case .attribute = reason { true } else { false }
  }
}

extension ColmiRing.Capabilities {
  /// What can be done, in words.
  var phrases: [Phrase] {
    let phrases: [(ColmiRing.Capabilities, Phrase)] = [
      (.spo2, Phrase("SpO₂")), (.stress, Phrase("stress")), (.hrv, Phrase("heart-rate variability")),
      (.temperature, Phrase("skin temperature")), (.manualHeartRate, Phrase("heart rate by hand")),
      (.bloodPressure, Phrase("blood pressure estimate")), (.bloodSugar, Phrase("blood sugar estimate")),
    ]
    return [Phrase("heart rate"), Phrase("steps"), Phrase("sleep")] + phrases.filter { contains($0.0) }.map(\.1)
  }
}
