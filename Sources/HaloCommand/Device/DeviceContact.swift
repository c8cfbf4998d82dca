import HaloReports
import HaloBluetooth
import HaloEngine
import HaloWearables

/// A driver of devices that measure while one watches.
typealias MeasuringDriver = BatteryPowered & LiveMeasuring & SessionReading

/// What a command does with a device, of whichever family it is.
protocol DeviceWork: Sendable {
  associatedtype Result: Sendable

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> Result
}

/// A device that was found, and how to speak with it.
struct DeviceContact: Sendable {
  let radio: any Central
  /// The radio in its other role.
  let peripheral: any Peripheral
  let advertisement: Advertisement
  let environment: DriverEnvironment
  let recorder: any FrameRecorder
  /// The name that the device advertises; `nil` if it is not known.
  let advertisedName: String?
  /// The driver of its family, where it is known.
  let family: (any SessionReading.Type)?

  /// Does `work` over the driver of its family, where that measures.
  func perform<Work: DeviceWork>(_ work: Work) async throws -> Work.Result {
    func open<Driver: MeasuringDriver>(_ driver: Driver.Type) async throws -> Work.Result {
      try await run(driver) { try await work.run($0, $1, $2) }
    }
    if let driver = family as? any MeasuringDriver.Type { return try await open(driver) }
    if let family {
      throw EngineError.cannot(
        device: advertisement.label,
        what: Phrase("do that: it is a \(family.family.name). 'halo info' reports what it can do"))
    }
    // Some rings advertise nothing that shows their family. Their services show it after the connection.
    var failure: (any Error)?
    for driver in HaloProgram.registry.drivers {
      guard let driver = driver as? any MeasuringDriver.Type else { continue }
      do { return try await open(driver) } catch WearableError.notOfFamily(let device, let family) {
        failure = failure ?? WearableError.notOfFamily(device: device, family)
      }
    }
    throw failure ?? WearableError.silent(device: advertisement.label)
  }

  /// Calls `body` with a session of that driver.
  func run<Driver: Wearable, Result: Sendable>(
    _: Driver.Type,
    _ body: (WearableSession<Driver>, Advertisement, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    let session = WearableSession<Driver>(
      radio: radio, device: advertisement.device, label: advertisement.label,
      environment: environment.advertising(advertisedName),
      recorder: recorder)
    return try await body(session, advertisement, environment)
  }
}

extension BatteryPowered {
  /// Asks something that every device answers, so that a lost link shows; what it does not tell is no sign of that.
  func checkLink() async throws {
    do { _ = try await battery() } catch is ConfigurableError {}
  }
}
