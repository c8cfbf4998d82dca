import Synchronization

/// A device that notifies what it measures and stores nothing, such as a scale: its driver says which characteristic has
/// which metric, and what its bytes mean.
///
/// The rest has defaults: the device is recognized by its advertised service; a sync records values for
/// ``listeningTime``; live measurements, the charge of a standard battery service, `halo decode` and `halo explain` work.
/// Drivers with more abilities adopt further protocols, such as ``Actionable``.
public protocol NotifyingDevice: SessionReading, LiveMeasuring, BatteryPowered {
  /// The service that the device advertises.
  static var service: BluetoothUUID { get }
  /// The characteristics of ``service`` that the device notifies.
  static var values: [NotifiedValue] { get }
  /// The time that a sync records values.
  static var listeningTime: Duration { get }
  /// The link to the device.
  var link: DeviceLink { get }

  /// Creates a driver of a connected device.
  init(link: DeviceLink)
}

extension NotifyingDevice {
  /// Ten seconds.
  public static var listeningTime: Duration { .seconds(10) }
  /// The daemon and the page sync a device that is not worn whenever it wakes, which records what it sends. One that is
  /// worn sends all day: only `halo sync --device NAME` and live measurements connect to it.
  public static var storesDays: Bool { !family.isWorn }
  /// Decodes the notified characteristics.
  public static var frameDecoder: (any FrameDecoder.Type)? { NotifiedDecoder<Self>.self }

  /// Recognizes a device by its advertised service.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(service) ? .certain : nil
  }

  /// Finds the service and calls `body` with the driver.
  public static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment, _ body: (Self) async throws -> Result
  ) async throws -> Result {
    let services = try await connection.services()
    guard values.contains(where: { services.characteristic($0.characteristic, in: service) != nil }) else {
      throw WearableError.notOfFamily(device: connection.label, family)
    }
    return try await body(Self(link: DeviceLink(connection: connection, environment: environment, services: services)))
  }

  /// The metrics of the characteristics that this device has.
  public var liveQuantities: [Metric] { present.flatMap(\.value.metrics) }

  private var present: [(value: NotifiedValue, characteristic: Characteristic)] {
    Self.values.compactMap { value in
      link.services.characteristic(value.characteristic, in: Self.service).map { (value, $0) }
    }
  }

  /// Reads the standard device information.
  public func identify() async throws -> DeviceIdentity {
    try await link.connection.identity(in: link.services, capabilities: liveQuantities.map(\.phrase))
  }

  /// Reads the charge of the standard battery service.
  public func battery() async throws -> BatteryState { try await link.connection.battery(in: link.services) }

  /// Reads the identity and the charge, and records values for ``listeningTime``.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let item = SyncLedger.Item(.live)
    ledger.begin([item], today: link.environment.time.wallClock.date)
    try await fetchFacts(into: ledger, progress: progress)
    if !ledger.isSettled(item) {
      try await listen()
      ledger.settle(item)
    }
    ledger.progress(latest: Self.family.name(of: item.log), progress)
    return try ledger.report(over: link.connection, link.environment)
  }

  private func listen() async throws {
    let state = Mutex((hasValue: false, hasEnded: false))
    try await link.connection.withValues(of: present.map(\.characteristic)) { received, characteristic in
      guard let received else { return state.withLock { $0.hasEnded = true } }
      let value = Self.values.first { $0.characteristic == characteristic }
      if value?.measured(in: received.bytes).isEmpty == false { state.withLock { $0.hasValue = true } }
    } _: {
      try await link.environment.clock.sleep(for: Self.listeningTime)
    }
    // A device that turns itself off after its measurement has sent it.
    guard state.withLock({ $0.hasValue || !$0.hasEnded }) else {
      throw BluetoothError(.read, device: link.connection.label, .disconnected)
    }
  }

  /// Calls `body` with the values of a metric until it returns.
  public func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard let (value, characteristic) = present.first(where: { $0.value.metrics.contains(quantity) }) else {
      throw LiveMeasuringError.unsupported(device: link.connection.label, what: quantity.phrase)
    }
    return try await body(
      AsyncStream(try await link.connection.notifications(of: characteristic)) { received in
        value.measured(in: received.bytes).filter { $0.metric == quantity }
          .map { LiveReading(state: .value($0.value), frame: received.frame) }
      })
  }

  /// Decodes the notified values and the charges of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var contents = SessionContents()
    var battery = BatteryReports()
    for (number, frame) in frames.enumerated() where frame.direction == .received {
      guard let value = values.first(where: { $0.characteristic == frame.characteristic }) else {
        if let entry = battery.entry(of: frame, number, decoder: decoderName) { contents.statements.append(entry) }
        continue
      }
      let measured = value.measured(in: frame.bytes).map { (metric: $0.metric, value: $0.value, time: frame.moment) }
      guard !measured.isEmpty else { continue }
      contents.statements.append(LogEntry(live: measured, frame: number, decoder: decoderName))
    }
    return contents
  }
}
