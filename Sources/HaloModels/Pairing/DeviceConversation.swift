/// An idle connection to a device that shows the device's status.
struct DeviceConversation: Sendable {
  /// An event on the connection.
  enum Event: Sendable {
    /// The connection was established.
    case connected
    /// The device's characteristics were discovered, and it reported its identity.
    case identity(DeviceIdentity)
    /// The device reported its battery level.
    case battery(BatteryState)
  }

  let environment: ModelEnvironment
  let device: Device

  /// Connects, reads the device's identity and battery level, and polls the battery level, until the link is lost or
  /// the task is canceled. Every frame is first stored in the journal.
  func monitor(every pause: Duration, _ report: @escaping @Sendable (Event) async -> Void) async throws {
    guard let driver = environment.registry.driver(device.family) else {
      throw EngineError.unknownFamily(device: device.name, family: device.family)
    }
    // Not the environment's engine, which would ask this very connection to be released.
    let engine = Engine(
      journal: environment.journal, radio: environment.sharedRadio, registry: environment.registry,
      environment: environment.driver)
    try await engine.recording("look", of: device) { recorder in
      try await monitor(driver, recorder, pause, report)
    }
  }

  private func monitor<Driver: Wearable>(
    _: Driver.Type, _ recorder: any FrameRecorder, _ pause: Duration,
    _ report: @escaping @Sendable (Event) async -> Void
  ) async throws {
    let session = WearableSession<Driver>(
      radio: WatchedRadio(radio: environment.sharedRadio) { await report(.connected) }, device: device.identifier,
      label: device.name,
      environment: environment.driver.of(device.traits),
      recorder: recorder)
    try await session.once { driver in
      environment.abilities.note(driver, of: device.identifier)
      let identity = try await driver.identify()
      try await environment.journal.perform {
        try $0.setRevisions(of: device, hardware: identity.hardware, firmware: identity.firmware)
      }
      await report(.identity(identity))
      while true {
        if let driver = driver as? any BatteryPowered {
          // A device that does not report its battery level is still usable.
          do { await report(.battery(try await driver.battery())) } catch is ConfigurableError {}
        } else {
          _ = try await driver.identify()
        }
        try await environment.driver.clock.sleep(for: pause)
      }
    }
  }
}

/// A radio that reports when a connection is established, before the device is accessed.
private struct WatchedRadio: Central {
  let radio: any Central
  let connected: @Sendable () async -> Void

  var state: RadioState { get async { await radio.state } }
  func states() async -> AsyncStream<RadioState> { await radio.states() }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { radio.scan(filter) }

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await radio.withConnection(to: device, label: label, timeout: timeout) { connection in
      await connected()
      return try await body(connection)
    }
  }
}
