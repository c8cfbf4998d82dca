import HaloText
public import HaloBluetooth
public import HaloHealth
public import HaloJournal
public import HaloWearables
import Synchronization

extension Engine {
  /// The radio's state, now and whenever it changes.
  public func radioStates() async -> AsyncStream<RadioState> { await radio.states() }

  /// The time now, by the clock of devices and people here.
  public var moment: Moment { now }

  /// The day this version was released; `nil` in simulated time.
  public var released: CalendarDate? { environment.released }

  /// Waits, by the clock of the radio.
  public func pause(_ duration: Duration) async throws { try await sleep(duration) }

  /// Looks for devices for a while, and calls `found` with each advertisement, as often as it is heard.
  public func look(for time: Duration, found: @escaping @Sendable (Advertisement) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for try await advertisement in radio.scan(ScanFilter()) { found(advertisement) } }
      group.addTask { try await sleep(time) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Connects to a device and calls `body` with its driver: again where the link breaks, unless it is to be done `once`. What is said
  /// goes into the journal, as `purpose`.
  ///
  /// - Throws: ``EngineError`` where another program speaks with the device or its family is not known, and whatever `body` throws.
  public func ask<Result: Sendable>(
    _ device: Device, for purpose: String, once: Bool = false,
    _ body: @Sendable (any Wearable) async throws -> Result
  ) async throws -> Result {
    guard let driver = registry.driver(device.family) else {
      throw EngineError.unknownFamily(device: device.name, family: device.family)
    }
    return try await recording(purpose, of: device) { recorder in
      try await ask(driver, device, recorder, once, body)
    }
  }

  private func ask<Driver: Wearable, Result: Sendable>(
    _: Driver.Type, _ device: Device, _ recorder: any FrameRecorder, _ once: Bool,
    _ body: @Sendable (any Wearable) async throws -> Result
  ) async throws -> Result {
    let session = session(Driver.self, with: device, recorder, isClockKnown: await isClockKnown(device))
    guard !once else { return try await session.once { try await body($0) } }
    return try await session.persistently(progress: { 0 }) { try await body($0) }
  }
}

/// What is watched of a device.
public enum LiveSubject: Sendable, Hashable {
  /// A quantity.
  case quantity(LiveQuantity)
  /// The sensors' readings as they are.
  case raw
}

/// What happens while somebody watches.
public enum LiveNews: Sendable {
  /// The link comes or goes.
  case link(LinkEvent)
  /// A reading of a quantity, and when it came.
  case reading(LiveReading, Moment)
  /// A reading of a sensor, and when it came.
  case raw(RawReading, Moment)
}

extension Engine {
  private typealias Measuring = BatteryPowered & LiveMeasuring

  /// Whether a device measures while somebody watches.
  public func measuresLive(_ device: Device) -> Bool { registry.driver(device.family) is any Measuring.Type }

  /// Measures until the task is cancelled, or the device is lost. Its light goes out then.
  ///
  /// - Parameter met: Is called with the driver on each link, before it measures: what a device can is known only then.
  /// - Throws: ``EngineError`` where another program speaks with the device or it measures nothing live, and what ended the last link.
  public func watch(
    _ subject: LiveSubject, of device: Device, met: @escaping @Sendable (any Wearable) -> Void = { _ in },
    report: @escaping @Sendable (LiveNews) -> Void
  ) async throws {
    guard let driver = registry.driver(device.family) as? any Measuring.Type else {
      throw EngineError.cannot(device: device.name, what: Phrase("measure while one watches"))
    }
    try await watch(driver, subject, device, met, report)
  }

  private func watch<Driver: Measuring>(
    _: Driver.Type, _ subject: LiveSubject, _ device: Device, _ met: @escaping @Sendable (any Wearable) -> Void,
    _ report: @escaping @Sendable (LiveNews) -> Void
  ) async throws {
    let time = environment.time
    try await recording(subject == .raw ? "raw" : "live", of: device) { recorder in
      let count = Count()
      try await session(Driver.self, with: device, recorder, isClockKnown: await isClockKnown(device)).persistently(
        progress: { count.value }) {
          report(.link($0))
        } _: { driver in
          met(driver)
          switch subject {
          case .quantity(let quantity):
            try await driver.withLiveMeasurement(of: quantity) { readings in
              for await reading in readings {
                count.increment()
                report(.reading(reading, time.moment))
              }
            }
          case .raw:
            guard let sensor = driver as? any RawStreaming else {
              throw LiveMeasuringError.unsupported(device: device.name, what: Phrase("its raw sensors"))
            }
            try await sensor.withRawStream { readings in
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

  private final class Count: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
  }
}
