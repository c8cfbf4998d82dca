import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloWearables

/// A measurement over one or several links with a device. Every frame goes into the journal first.
struct LiveTalk: Sendable {
  /// What happens meanwhile.
  enum News: Sendable {
    case link(LinkEvent)
    case reading(LiveReading, Moment)
    case raw(RawReading, Moment)
  }

  private typealias Measuring = BatteryPowered & LiveMeasuring & RawStreaming

  private let environment: ModelEnvironment
  private let device: Device

  init(_ environment: ModelEnvironment, _ device: Device) {
    self.environment = environment
    self.device = device
  }

  /// Measures until the task is cancelled, or the device is lost.
  func follow(_ kind: LiveModel.Kind, report: @escaping @Sendable (News) -> Void) async throws {
    guard let driver = Families.driver(device.family) as? any Measuring.Type else {
      throw EngineError.cannot(device: device.name, what: "measure while one watches")
    }
    try await follow(driver, kind, report)
  }

  private func follow<Driver: Measuring>(
    _: Driver.Type, _ kind: LiveModel.Kind, _ report: @escaping @Sendable (News) -> Void
  ) async throws {
    let time = environment.driver.time
    try await environment.engine.recording(kind == .raw ? "raw" : "live", of: device) { recorder in
      let session = WearableSession<Driver>(
        radio: environment.radio, device: device.identifier, label: device.name, environment: environment.driver,
        recorder: recorder)
      let count = Counter()
      try await session.persistently(progress: { count.value }) {
        report(.link($0))
      } _: { driver in
        environment.abilities.note(driver, of: device.identifier)
        switch kind {
        case .quantity(let quantity):
          try await driver.withLiveMeasurement(of: quantity) { readings in
            for await reading in readings {
              count.increment()
              report(.reading(reading, time.moment))
            }
          }
        case .raw:
          try await driver.withRawStream { readings in
            for await reading in readings {
              count.increment()
              report(.raw(reading, time.moment))
            }
          }
        }
        // The readings go on until they are stopped, so their end is the device's, or the link's, which shows with the next request.
        try Task.checkCancellation()
        do { _ = try await driver.battery() } catch is ConfigurableError {}
        throw WearableError.silent(device: device.name)
      }
    }
  }
}
