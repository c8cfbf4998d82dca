public import HaloBluetooth
import HaloHealth
public import HaloWearables

/// Speaks with a machine that has the Fitness Machine Service: watches it, and controls it where it can be controlled; see
/// ``withControl(_:_:)``.
public struct FitnessMachineDriver: MachineControlling {
  /// Which kind of machine it is.
  public let machine: MachineKind
  /// What it says that it has and takes; `nil` where it does not say.
  public let features: FitnessMachine.Features?
  /// The speeds that it takes; `nil` where it does not say.
  public let speedRange: FitnessMachine.SupportedRange?
  /// The inclinations that it takes; `nil` where it does not say.
  public let inclinationRange: FitnessMachine.SupportedRange?
  /// The resistance levels that it takes; `nil` where it does not say.
  public let resistanceRange: FitnessMachine.SupportedRange?
  /// The heart rates that it can train towards; `nil` where it does not say.
  public let heartRateRange: FitnessMachine.SupportedRange?
  /// The powers that it takes; `nil` where it does not say.
  public let powerRange: FitnessMachine.SupportedRange?
  let exchange: FitnessMachine.MachineExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  /// The unit of the machine's speeds; `nil` if the name that it advertises is not known.
  let unit: FitnessMachine.SpeedUnit?

  /// A machine is told by its service, or by the data of that service.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(FitnessMachine.GATT.service)
      || advertisement.serviceData[FitnessMachine.GATT.service] != nil ? .certain : nil
  }

  /// What a machine advertises of itself. Which kind it is shows for sure once one is connected.
  public static func advertisedMachine(_ advertisement: Advertisement) -> AdvertisedMachine? {
    advertisement.serviceData[FitnessMachine.GATT.service]
      .flatMap { FitnessMachine.MachineAdvertisement(serviceData: $0) }
      .map { AdvertisedMachine(kinds: $0.machines, isAvailable: $0.isAvailable) }
  }

  public static let beltCharacteristic = FitnessMachine.GATT.treadmillData

  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (FitnessMachineDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    let machines = MachineKind.allCases.filter {
      services.characteristic(FitnessMachine.GATT.data(of: $0), in: FitnessMachine.GATT.service) != nil
    }
    guard let machine = machines.first else { throw WearableError.notOfFamily(device: connection.label, family) }
    let controlPoint = services.characteristic(FitnessMachine.GATT.controlPoint)
    let unit = FitnessMachine.SpeedUnit(advertisedName: environment.advertisedName)
    let exchange = FitnessMachine.MachineExchange(
      connection: connection, clock: environment.clock, unit: unit ?? .specified, controlPoint: controlPoint)
    return try await TaskScope.with { scope in
      // Indications of the control point come first: a machine may refuse what is written before.
      let outlets =
        [FitnessMachine.GATT.controlPoint, FitnessMachine.GATT.status, FitnessMachine.GATT.trainingStatus]
        + machines.map(FitnessMachine.GATT.data(of:))
      for uuid in outlets {
        guard let outlet = services.characteristic(uuid, in: FitnessMachine.GATT.service),
          !outlet.properties.isDisjoint(with: [.notify, .indicate])
        else { continue }
        let values = try await connection.notifications(of: outlet)
        scope.start { await exchange.pump(values, of: uuid) }
        // Notifications say what changes. What is so already has to be read.
        if let value = try await connection.optionalValue(of: outlet) { exchange.receive(value, of: uuid) }
      }
      func value(_ uuid: BluetoothUUID) async throws -> [UInt8]? {
        guard let characteristic = services.characteristic(uuid, in: FitnessMachine.GATT.service) else { return nil }
        return try await connection.optionalValue(of: characteristic)?.bytes
      }
      func range(_ target: FitnessMachine.Target, _ uuid: BluetoothUUID) async throws -> FitnessMachine.SupportedRange?
      {
        try await value(uuid).flatMap { FitnessMachine.SupportedRange(target, value: $0) }
      }
      let driver = FitnessMachineDriver(
        machine: machine,
        features: try await value(FitnessMachine.GATT.feature).flatMap { FitnessMachine.Features(value: $0) },
        speedRange: try await range(.speed, FitnessMachine.GATT.speedRange),
        inclinationRange: try await range(.inclination, FitnessMachine.GATT.inclinationRange),
        resistanceRange: try await range(.resistance, FitnessMachine.GATT.resistanceRange),
        heartRateRange: try await range(.heartRate, FitnessMachine.GATT.heartRateRange),
        powerRange: try await range(.power, FitnessMachine.GATT.powerRange),
        exchange: exchange, connection: connection, environment: environment, services: services, unit: unit)
      return try await body(driver)
    }
  }

  /// What is known of the machine now.
  public var state: FitnessMachine.MachineState { exchange.state }
  public var firstRecord: MachineRecord? { state.firstRecord }
  public var record: MachineRecord? { state.record }
  public var isMoving: Bool? { state.isMoving }

  public var measures: [String]? { features?.measures }

  public var targets: [MachineTargetRange] {
    let ranges = [speedRange, inclinationRange, resistanceRange, powerRange, heartRateRange].compactMap { $0 }
    // A machine with a range takes that target, whatever its features say.
    return FitnessMachine.Target.allCases.compactMap { target in
      let range = ranges.first { $0.target == target }
      guard range != nil || features?.takes(target) == true else { return nil }
      let unit = target == .speed ? kilometersPerHourUnit : 1
      func shown(_ value: FixedDecimal) -> Double {
        unit == 1 ? value.doubleValue : (value.doubleValue * unit * 100).rounded() / 100
      }
      return MachineTargetRange(
        name: target.name, unit: target.unit,
        values: range.map { min(shown($0.minimum), shown($0.maximum))...max(shown($0.minimum), shown($0.maximum)) },
        step: range.map { shown($0.step) })
    }
  }

  /// How many km/h one of the machine's own units of speed is: more than 1 for a machine that counts in miles, whose ``speedRange`` does
  /// so as well.
  var kilometersPerHourUnit: Double { (unit ?? .specified).kilometers }

  public var label: String { connection.label }

  public var isControllable: Bool { services.characteristic(FitnessMachine.GATT.controlPoint) != nil }

  public func identify() async throws -> DeviceIdentity {
    DeviceIdentity(
      hardware: try await connection.text(.hardwareRevision, in: services),
      firmware: try await connection.text(.firmwareRevision, in: services),
      capabilities: [machine.words] + (isControllable ? ["control"] : []), wantsBond: nil)
  }

  /// Machines keep nothing: what they measure is there while one watches.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    SyncReport(
      identity: try await identify(), battery: nil, today: environment.time.wallClock.date,
      zone: environment.time.zone, readings: Readings(), unsupported: [])
  }

  public func withEvents<Result: Sendable>(
    _ body: (AsyncStream<MachineEvent>) async throws -> Result
  ) async throws -> Result {
    let events = exchange.events.listen()
    defer { events.stop() }
    return try await body(events.elements)
  }

  public func checkLink() throws {
    if let lost = exchange.lost { throw lost }
  }
}

extension FitnessMachine.Target {
  /// The unit of its values, as people write it.
  fileprivate var unit: String? {
    switch self {
    case .speed: "km/h"
    case .inclination: "%"
    case .power: "W"
    case .heartRate: "bpm"
    default: nil
    }
  }
}
