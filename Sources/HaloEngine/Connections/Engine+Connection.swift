import Synchronization

extension Engine {
  /// The radio's state, now and after each change.
  public func radioStates() async -> AsyncStream<RadioState> { await radio.states() }

  /// The current time, by the local clock.
  public var moment: Moment { now }

  /// The release date of this version; `nil` in simulated time.
  public var released: CalendarDate? { environment.released }

  /// Waits, by the clock of the radio.
  public func pause(_ duration: Duration) async throws { try await sleep(duration) }

  /// Scans for some time, and calls `found` with every received advertisement.
  public func look(for time: Duration, found: @escaping @Sendable (Advertisement) -> Void) async throws {
    _ = try await TimeLimit.within(time, environment.clock) {
      for try await advertisement in radio.scan(ScanFilter()) { found(advertisement) }
    }
  }

  /// Connects to a device and calls `body` with its driver, reconnecting after connection losses unless `once`. The
  /// exchange is recorded in the journal with `purpose`.
  ///
  /// - Throws: ``EngineError`` if another program uses the device or its family is unknown; errors of `body`.
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

  /// Performs an action of a device, and returns the result in a sentence. The frames are recorded in a session with the
  /// action's purpose. An action with a warning is never repeated.
  ///
  /// - Throws: ``EngineError`` if another program uses the device or its driver is not registered; the error of the
  ///   connection or of the action.
  public func perform(_ request: ActionRequest, on device: Device) async throws -> Phrase {
    try await ask(device, for: DeviceAction.purpose(of: request.action.id), once: request.action.warning != nil) {
      try await $0.answer(to: request, device: device.name)
    }
  }

  private func ask<Driver: Wearable, Result: Sendable>(
    _: Driver.Type, _ device: Device, _ recorder: any FrameRecorder, _ once: Bool,
    _ body: @Sendable (any Wearable) async throws -> Result
  ) async throws -> Result {
    let session = session(Driver.self, with: device, recorder, isClockKnown: await isClockKnown(device))
    guard !once else { return try await session.once { try await body($0) } }
    return try await session.withReconnection(progress: { 0 }) { try await body($0) }
  }
}

/// The subject of a live measurement.
public enum LiveSubject: Sendable, Hashable {
  case quantity(Metric)
  /// The raw readings of the sensors.
  case raw
}

/// An event of a live measurement.
public enum LiveEvent: Sendable {
  /// A change of the connection.
  case link(LinkEvent)
  /// A reading of a quantity, and when it was received.
  case reading(LiveReading, Moment)
  /// A raw reading of a sensor, and when it was received.
  case raw(RawReading, Moment)
}

extension Engine {
  private typealias Measuring = BatteryPowered & LiveMeasuring

  /// True if a device supports live measurements.
  public func measuresLive(_ device: Device) -> Bool { registry.driver(device.family) is any Measuring.Type }

  /// Measures until the task is canceled or the device is lost. The device's light is then turned off.
  ///
  /// - Parameter onConnect: Called with the driver on each connection, before the measurement: the device's capabilities are
  ///   known only then.
  /// - Throws: ``EngineError`` if another program uses the device or it has no live measurements; the error that ended
  ///   the last connection.
  public func watch(
    _ subject: LiveSubject, of device: Device, onConnect: @escaping @Sendable (any Wearable) -> Void = { _ in },
    report: @escaping @Sendable (LiveEvent) -> Void
  ) async throws {
    guard let driver = registry.driver(device.family) as? any Measuring.Type else {
      throw EngineError.cannot(device: device.name, what: Phrase("measure live"))
    }
    try await watch(driver, subject, device, onConnect, report)
  }

  private func watch<Driver: Measuring>(
    _: Driver.Type, _ subject: LiveSubject, _ device: Device, _ onConnect: @escaping @Sendable (any Wearable) -> Void,
    _ report: @escaping @Sendable (LiveEvent) -> Void
  ) async throws {
    let time = environment.time
    try await recording(subject == .raw ? "raw" : "live", of: device) { recorder in
      let count = Mutex(0)
      try await session(Driver.self, with: device, recorder, isClockKnown: await isClockKnown(device)).withReconnection(
        progress: { count.withLock(\.self) }) {
          report(.link($0))
        } _: { driver in
          onConnect(driver)
          switch subject {
          case .quantity(let quantity):
            try await driver.withLiveMeasurement(of: quantity) { readings in
              for await reading in readings {
                count.withLock { $0 += 1 }
                report(.reading(reading, time.moment))
              }
            }
          case .raw:
            guard let sensor = driver as? any RawStreaming else {
              throw LiveMeasuringError.unsupported(device: device.name, what: Phrase("its raw sensors"))
            }
            try await sensor.withRawStream { readings in
              for await reading in readings {
                count.withLock { $0 += 1 }
                report(.raw(reading, time.moment))
              }
            }
          }
          // The readings continue until they are stopped, so their end means that the device or the connection failed,
          // which the next request shows.
          try Task.checkCancellation()
          do { _ = try await driver.battery() } catch is ConfigurableError {}
          throw WearableError.silent(device: device.name, registry.kind(of: device.family))
        }
    }
  }
}
