import HaloEngine

/// A driver of devices with live measurements.
typealias MeasuringDriver = BatteryPowered & LiveMeasuring & SessionReading

/// Work that a command runs on a device of any family.
protocol DeviceWork: Sendable {
  associatedtype Result: Sendable

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> Result
}

/// A device that was found, with the radio and environment to connect to it.
struct DeviceContact: Sendable {
  let radio: any Central
  /// The radio in the peripheral role.
  let peripheral: any Peripheral
  let advertisement: Advertisement
  let environment: DriverEnvironment
  let recorder: any FrameRecorder
  /// The facts about the device that its frames do not have.
  let traits: DeviceTraits
  /// The driver of the family that is paired or advertised, if known.
  let family: (any SessionReading.Type)?

  /// Returns the driver of the device's family. Some rings advertise nothing that identifies their family; their services
  /// do. Only one link is made for that, because each takes seconds.
  func driver() async throws -> any SessionReading.Type {
    if let family { return family }
    let services = try await radio.withConnection(
      to: advertisement.device, label: advertisement.label, timeout: .seconds(10)
    ) { try await $0.services().map(\.uuid) }
    guard let driver = HaloProgram.registry.driver(for: advertisement.with(services)) else {
      throw EngineError.cannot(device: advertisement.label, what: Phrase("be read by this version of Halo"))
    }
    return driver
  }

  /// Runs `work` with the driver of the device's family. Throws if the driver has no live measurements.
  func perform<Work: DeviceWork>(_ work: Work) async throws -> Work.Result {
    func open<Driver: MeasuringDriver>(_ driver: Driver.Type) async throws -> Work.Result {
      try await run(driver) { try await work.run($0, $1, $2) }
    }
    return try await open(measuringDriver())
  }

  /// Returns the driver of the device's family. Throws if it has no live measurements.
  func measuringDriver() async throws -> any MeasuringDriver.Type {
    let family = try await driver()
    if let driver = family as? any MeasuringDriver.Type { return driver }
    throw EngineError.cannot(
      device: advertisement.label,
      what: Phrase("do that: it is a \(family.family.name). 'halo info' lists its capabilities"))
  }

  /// Calls `body` with a session of the given driver.
  func run<Driver: Wearable, Result: Sendable>(
    _: Driver.Type,
    _ body: (WearableSession<Driver>, Advertisement, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    let session = WearableSession<Driver>(
      radio: radio, device: advertisement.device, label: advertisement.label,
      environment: environment.of(traits),
      recorder: recorder)
    return try await body(session, advertisement, environment)
  }
}

extension BatteryPowered {
  /// Sends a request to detect a lost link. Ignores that a device does not report its battery level.
  func checkLink() async throws {
    do { _ = try await battery() } catch is ConfigurableError {}
  }
}
