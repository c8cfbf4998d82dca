/// Serves the live heart rate of a ring or a strap as a standard heart-rate monitor, so that gym apps and bike
/// computers can use it.
///
/// The bridge keeps the measurement running and reconnects after each link loss. Subscribed centrals get one
/// notification per second. See `docs/bridge.md` for the values sent in each state.
public struct HeartRateBridge<Driver: BatteryPowered & LiveMeasuring>: Sendable {
  /// An event of a running bridge.
  public enum Event: Sendable {
    /// The link to the device is being opened, was opened or was lost.
    case link(LinkEvent)
    /// Advertising has started.
    case serving(ServedDevice)
    /// A measurement was sent, or would have been sent if a central had subscribed.
    case measured(BridgeMeasurement)
  }

  /// The measurement of one second.
  public struct BridgeMeasurement: Sendable {
    /// The value sent to centrals.
    public let measurement: HeartRateService.Measurement
    /// The state of the live measurement; `nil` if the device sent no data.
    public let reading: LiveReading.State?
    /// True if at least one central has subscribed. The operating system does not report which one.
    public let isSubscribed: Bool
    /// The number of centrals that connected since serving began and are still connected. Centrals that connected to
    /// this radio for another reason count as well.
    public let centralCount: Int
  }

  private let name: String
  private let source: Advertisement
  private var session: WearableSession<Driver>
  private let peripheral: any Peripheral
  private let environment: DriverEnvironment

  /// Creates a bridge that measures with the device `source` through `session` and advertises as `name` on
  /// `peripheral`.
  public init(
    name: String, source: Advertisement, session: WearableSession<Driver>, peripheral: any Peripheral,
    environment: DriverEnvironment
  ) {
    self.name = name
    self.source = source
    // A workout must get the rate back when the ring returns, after any length of absence.
    var retryPolicy = RetryPolicy.link
    retryPolicy.attempts = .max
    self.session = session
    self.session.retryPolicy = retryPolicy
    self.peripheral = peripheral
    self.environment = environment
  }

  /// Measures and serves until the task is canceled, or until measuring or serving fails for good. Advertising starts
  /// with the first reading and continues while the link is being re-established. An error thrown by `report` ends the
  /// bridge.
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
    try await session.withReconnection(progress: { count }, report: { try? report(.link($0)) }) { driver in
      let percent = try await Self.percent(driver)
      let served: ServedHeartRate
      if let known {
        served = known
        served.setBattery(percent)
      } else {
        served = ServedHeartRate(name: name, source: source, place: try await Self.place(driver), percent: percent)
      }
      defer { served.clear() }
      try await driver.withLiveMeasurement(of: .heartRate) { readings in
        async let _ = watchBattery(driver, served)
        for await reading in readings {
          served.note(reading, hasBeats: Self.reportsBeats)
          count += 1
          guard known == nil else { continue }
          known = served
          offer.yield(served)
        }
      }
      // The stream ends only if the device or the link ended it. The next request finds out which.
      try Task.checkCancellation()
      _ = try await Self.percent(driver)
      throw WearableError.silent(device: source.label, type(of: driver).family.kind)
    }
  }

  /// Straps send every beat; other devices may skip some.
  private static var reportsBeats: Bool { Driver.family.kind == .strap }

  /// The place where the device is worn; `nil` if it is not known.
  private static func place(_ driver: Driver) async throws -> HeartRateService.SensorLocation.Place? {
    if Driver.family.kind == .ring { return .finger }
    return try await driver.identify().location.flatMap(HeartRateService.SensorLocation.Place.init(rawValue:))
  }

  /// The charge, 0…100 %; `nil` if the device does not report it.
  private static func percent(_ driver: Driver) async throws -> Int? {
    do { return try await driver.battery().percent } catch is ConfigurableError { return nil }
  }

  /// Reads the charge every ten minutes. If the link is lost, the readings end; that is how the caller
  /// learns of it.
  private func watchBattery(_ driver: Driver, _ served: ServedHeartRate) async {
    while (try? await environment.clock.sleep(for: .seconds(600))) != nil {
      if let percent = try? await Self.percent(driver) { served.setBattery(percent) }
    }
  }

  // MARK: Centrals

  private func serve(_ served: ServedHeartRate, _ report: @escaping @Sendable (Event) throws -> Void) async throws {
    let clock = environment.clock
    try await peripheral.serve(served.device, with: served) { session in
      try report(.serving(served.device))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in session.events { served.note(event) } }
        group.addTask {
          while true {
            let (measurement, reading) = served.next()
            let isSubscribed = try await session.notify(measurement.value, on: ServedHeartRate.measurement)
            if let battery = served.newBattery() {
              try await session.notify(battery.value, on: ServedHeartRate.battery)
            }
            try report(
              .measured(
                BridgeMeasurement(
                  measurement: measurement, reading: reading, isSubscribed: isSubscribed,
                  centralCount: served.centralCount)))
            try await clock.sleep(for: .seconds(1))
          }
        }
        // Unlike `waitForAll`, this does not wait for the events after an error.
        for try await _ in group {}
      }
    }
  }
}
