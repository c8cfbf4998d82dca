public import HaloBluetooth

/// The live heart rate of a ring or a strap, served as a standard heart-rate monitor, so that gym apps and bike computers can use it.
///
/// The device is measured with for as long as it runs, over as many links as that takes, and told of once a second to whoever listens.
/// `docs/bridge.md` says what is said when.
public struct HeartRateBridge<Driver: BatteryPowered & LiveMeasuring>: Sendable {
  /// What happens meanwhile.
  public enum Event: Sendable {
    /// The link to the device comes or goes.
    case link(LinkEvent)
    /// It is advertised from now on.
    case serving(ServedDevice)
    /// A measurement was sent, or would have been if anybody had listened.
    case told(Telling)
  }

  /// What was said in one second.
  public struct Telling: Sendable {
    /// What centrals get.
    public let measurement: HeartRateService.Measurement
    /// How the measurement goes; `nil` where nothing was heard of the device.
    public let reading: LiveReading.State?
    /// Whether anybody listens. Systems do not say who.
    public let isHeard: Bool
    /// How many have connected since it is served, and are still there; whoever had connected to this radio for another reason
    /// counts as well.
    public let centralCount: Int
  }

  private let name: String
  private let source: Advertisement
  private let session: WearableSession<Driver>
  private let peripheral: any Peripheral
  private let environment: DriverEnvironment

  /// A bridge from `source`, which `session` connects to, to whoever finds `name` on `peripheral`.
  public init(
    name: String, source: Advertisement, session: WearableSession<Driver>, peripheral: any Peripheral,
    environment: DriverEnvironment
  ) {
    self.name = name
    self.source = source
    // Whoever rides on wants the rate back when the ring is, however long it was away.
    var retryPolicy = RetryPolicy.link
    retryPolicy.attempts = .max
    self.session = session.with(retryPolicy)
    self.peripheral = peripheral
    self.environment = environment
  }

  /// Measures and serves until the task is cancelled, or one of both cannot be done any more. It is advertised from the first reading on,
  /// also while the link is sought again. What `report` throws ends it.
  public func run(_ report: @escaping @Sendable (Event) throws -> Void) async throws {
    let (offers, offer) = AsyncStream<ServedHeartRate>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await measure(offer, report) }
      group.addTask { for await served in offers { try await serve(served, report) } }
      defer { group.cancelAll() }
      try await group.next()
    }
    try Task.checkCancellation()
  }

  // MARK: The device

  private func measure(
    _ offer: AsyncStream<ServedHeartRate>.Continuation, _ report: @escaping @Sendable (Event) throws -> Void
  ) async throws {
    var known: ServedHeartRate?
    var count = 0
    try await session.persistently(progress: { count }, report: { try? report(.link($0)) }) { driver in
      let percent = try await Self.percent(driver)
      let served: ServedHeartRate
      if let known {
        served = known
        served.setBattery(percent)
      } else {
        served = ServedHeartRate(name: name, source: source, place: try await Self.place(driver), percent: percent)
      }
      defer { served.forget() }
      try await driver.withLiveMeasurement(of: .heartRate) { readings in
        async let _ = watchBattery(driver, served)
        for await reading in readings {
          served.note(reading, hasBeats: Self.tellsBeats)
          count += 1
          guard known == nil else { continue }
          known = served
          offer.yield(served)
        }
      }
      // The readings go on until they are stopped, so their end is the device's, or the link's, which shows with the next request.
      try Task.checkCancellation()
      _ = try await Self.percent(driver)
      throw WearableError.silent(device: source.label)
    }
  }

  /// Whether all beats are told, and not the last one now and then.
  private static var tellsBeats: Bool { Driver.family.kind == .strap }

  /// Where it is worn, where that is known.
  private static func place(_ driver: Driver) async throws -> HeartRateService.SensorLocation.Place? {
    if Driver.family.kind == .ring { return .finger }
    return try await driver.identify().location.flatMap(HeartRateService.SensorLocation.Place.init(words:))
  }

  /// The charge; `nil` where the device does not tell.
  private static func percent(_ driver: Driver) async throws -> Int? {
    do { return try await driver.battery().percent } catch is ConfigurableError { return nil }
  }

  /// Asks for the charge now and then. Where the link is lost the readings end, which is how the caller learns of it.
  private func watchBattery(_ driver: Driver, _ served: ServedHeartRate) async {
    while (try? await environment.clock.sleep(for: .seconds(600))) != nil {
      if let percent = try? await Self.percent(driver) { served.setBattery(percent) }
    }
  }

  // MARK: Whoever listens

  private func serve(_ served: ServedHeartRate, _ report: @escaping @Sendable (Event) throws -> Void) async throws {
    let clock = environment.clock
    try await peripheral.serve(served.device, with: served) { session in
      try report(.serving(served.device))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in session.events { served.note(event) } }
        group.addTask {
          while true {
            let (measurement, reading) = served.next()
            let isHeard = try await session.notify(measurement.value, on: ServedHeartRate.measurement)
            if let battery = served.newBattery() {
              try await session.notify(battery.value, on: ServedHeartRate.battery)
            }
            try report(
              .told(
                Telling(
                  measurement: measurement, reading: reading, isHeard: isHeard, centralCount: served.centralCount)))
            try await clock.sleep(for: .seconds(1))
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
