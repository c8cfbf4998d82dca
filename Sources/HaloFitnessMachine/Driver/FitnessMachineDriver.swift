@_exported public import HaloWearables

/// The driver of machines with the Fitness Machine Service. It reads their data, and controls machines that support it;
/// see ``withControl(_:_:)``.
public struct FitnessMachineDriver: MachineControlling {
  /// The features; `nil` if not reported.
  public let features: FitnessMachine.Features?
  /// The values that the machine accepts for each target, as far as it reports them.
  let ranges: [FitnessMachine.Target: FitnessMachine.SupportedRange]
  let exchange: FitnessMachine.MachineExchange
  let connection: any Connection
  let environment: DriverEnvironment
  let services: [Service]
  /// The unit of the machine's speeds; `nil` if the user did not choose it and the advertised name is not known.
  let unit: SpeedUnit?
  /// The kind, if there is no better evidence.
  private let listed: MachineKind

  /// Recognizes a machine by its service, or by the data of that service, and a power meter by its service.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(FitnessMachine.GATT.service)
      || advertisement.services.contains(FitnessMachine.GATT.cyclingPower)
      || advertisement.serviceData[FitnessMachine.GATT.service] != nil ? .certain : nil
  }

  /// Decodes the advertised data. The kind of machine is certain only after connecting.
  public static func advertisedMachine(_ advertisement: Advertisement) -> AdvertisedMachine? {
    let services = advertisement.services
    if services.contains(FitnessMachine.GATT.cyclingPower), !services.contains(FitnessMachine.GATT.service) {
      return AdvertisedMachine(kinds: [.powerMeter], isAvailable: true)
    }
    return advertisement.serviceData[FitnessMachine.GATT.service]
      .flatMap { FitnessMachine.MachineAdvertisement(serviceData: $0) }
      .map { AdvertisedMachine(kinds: $0.machines, isAvailable: $0.isAvailable) }
  }

  /// The characteristics of a treadmill's speed, of commands with their answers, and of events.
  public static let beltCharacteristics = [
    FitnessMachine.GATT.treadmillData, FitnessMachine.GATT.controlPoint, FitnessMachine.GATT.status,
  ]

  /// Subscribes, reads the ranges, and calls `body` with the driver.
  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (FitnessMachineDriver) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    let found = MachineKind.allCases.filter {
      services.characteristic(FitnessMachine.GATT.data(of: $0), in: FitnessMachine.GATT.service(of: $0)) != nil
    }
    // Trainers send their power also as a power meter does.
    let machines = found.count > 1 ? found.filter { $0 != .powerMeter } : found
    guard let listed = machines.first else { throw WearableError.notOfFamily(device: connection.label, family) }
    let controlPoint = services.characteristic(FitnessMachine.GATT.controlPoint)
    let model = try await connection.text(.modelNumber, in: services)
    let unit =
      environment.device.speedUnit
      ?? SpeedUnit(advertisedName: environment.device.advertisedName, model: model)
    let exchange = FitnessMachine.MachineExchange(
      connection: connection, environment, listed: machines, unit: unit ?? .specified, controlPoint: controlPoint)
    return try await TaskScope.with { scope in
      // Subscribe to the control point first: a machine may refuse commands before.
      let notifyCharacteristics =
        [FitnessMachine.GATT.controlPoint, FitnessMachine.GATT.status, FitnessMachine.GATT.trainingStatus].map {
          ($0, FitnessMachine.GATT.service)
        } + machines.map { (FitnessMachine.GATT.data(of: $0), FitnessMachine.GATT.service(of: $0)) }
      for (uuid, service) in notifyCharacteristics {
        guard let notifyCharacteristic = services.characteristic(uuid, in: service),
          !notifyCharacteristic.properties.isDisjoint(with: [.notify, .indicate])
        else { continue }
        let values = try await connection.notifications(of: notifyCharacteristic)
        scope.start { await exchange.pump(values, of: uuid) }
        // Notifications report only changes, so read the current value as well.
        if let value = try await connection.optionalValue(of: notifyCharacteristic) {
          exchange.receive(value, of: uuid)
        }
      }
      func value(_ uuid: BluetoothUUID) async throws -> [UInt8]? {
        guard let characteristic = services.characteristic(uuid, in: FitnessMachine.GATT.service) else { return nil }
        return try await connection.optionalValue(of: characteristic)?.bytes
      }
      let features = try await value(FitnessMachine.GATT.feature).flatMap { FitnessMachine.Features(value: $0) }
      exchange.take(features)
      var ranges: [FitnessMachine.Target: FitnessMachine.SupportedRange] = [:]
      for (target, uuid) in FitnessMachine.GATT.ranges {
        ranges[target] = try await value(uuid).flatMap { FitnessMachine.SupportedRange(target, value: $0) }
      }
      let driver = FitnessMachineDriver(
        features: features, ranges: ranges, exchange: exchange, connection: connection, environment: environment,
        services: services, unit: unit, listed: listed)
      // Data of several kinds is listed: wait for the first record, which machines send every second or two.
      if machines.count > 1 { _ = try await exchange.wait(.seconds(2)) { $0.recordCount > 0 } }
      return try await body(driver)
    }
  }

  /// The kind of machine, by what it sends, what it advertises, its features, and last its table.
  public var machine: MachineKind { exchange.evidence.kind ?? listed }
  /// True if it is a treadmill that accepts commands.
  public var hasControllableBelt: Bool { isControllable && exchange.evidence.hasBelt }
  /// The current state of the machine.
  public var state: FitnessMachine.MachineState { exchange.state }
  /// The first record over this link.
  public var firstRecord: MachineRecord? { state.firstRecord }
  /// The latest record.
  public var record: MachineRecord? { state.record }
  /// True if the belt moves, as reported by the machine; `nil` before the first report.
  public var isMoving: Bool? { state.isMoving }

  /// The quantities that the machine reports to measure; `nil` if not reported.
  public var measures: [String]? { features?.measures }

  /// The targets that can be set, with their ranges.
  public var targets: [MachineTargetRange] {
    // A reported range counts as support for the target, even if the features do not list it.
    return FitnessMachine.Target.allCases.compactMap { target in
      let range = ranges[target]
      guard range != nil || features?.supports(target) == true else { return nil }
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

  /// The km/h per unit of commanded speeds and of the range of speeds: more than 1 for a machine that takes mph.
  var kilometersPerHourUnit: Double { (unit ?? .specified).accepted }

  /// The device's name for people.
  public var label: String { connection.label }

  /// True if the machine has a control point.
  public var isControllable: Bool { services.characteristic(FitnessMachine.GATT.controlPoint) != nil }

  /// Reads the machine's identity.
  public func identify() async throws -> DeviceIdentity {
    DeviceIdentity(
      hardware: try await connection.text(.hardwareRevision, in: services),
      firmware: try await connection.text(.firmwareRevision, in: services),
      capabilities: [machine.phrase] + (isControllable ? [Phrase("control")] : []), wantsBond: nil)
  }

  /// Fetches only the identity, because machines store no data.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    SyncReport(
      identity: try await identify(), battery: nil, today: environment.time.wallClock.date,
      zone: environment.time.zone, unsupported: [])
  }

  /// Calls `body` with the machine's events as they come.
  public func withEvents<Result: Sendable>(
    _ body: (AsyncStream<MachineEvent>) async throws -> Result
  ) async throws -> Result {
    let events = exchange.events.listen()
    defer { events.stop() }
    return try await body(events.elements)
  }

  /// Throws the error with which the link was lost, if it was lost.
  public func checkLink() throws {
    if let lost = exchange.lost { throw lost }
  }
}

extension FitnessMachine.Target {
  /// The unit of its values, for people.
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
