import HaloFoundation
@_exported public import HaloJournal
@_exported public import HaloWearables

/// Connects radios, drivers and the journal: the device's frames are stored in the journal before Halo acts on them,
/// and are decoded from there.
public struct Engine: Sendable {
  public let journal: Journal
  /// The drivers of the supported families.
  public let registry: DriverRegistry
  let radio: any Central
  let environment: DriverEnvironment
  private let handover: (any Handover)?

  /// An engine that uses a radio. It requests a device from `handover` before it connects to it.
  public init(
    journal: Journal, radio: any Central, registry: DriverRegistry, environment: DriverEnvironment,
    handover: (any Handover)? = nil
  ) {
    self.journal = journal
    self.registry = registry
    self.radio = radio
    self.environment = environment
    self.handover = handover
  }

  /// The current time.
  var now: Moment { environment.time.moment }

  /// Stores a discovered device, worn by `wearer`; if that is `nil`, by its previous wearer, otherwise by "me". If
  /// `name` is `nil`, the device keeps its name, or gets its advertised name, with a number if another device has that
  /// name. `driver` is the driver of its family; `nil` if the advertisement shows the family.
  ///
  /// - Throws: ``HaloJournal/JournalError/otherWearer(device:wearer:)`` if the journal has data of the device from
  ///   another wearer; ``HaloJournal/JournalError/nameTaken(name:)`` if another device has that `name`.
  public func pair(
    _ advertisement: Advertisement, name: String?, wearer: String? = nil, driver: (any SessionReading.Type)? = nil
  ) throws -> Device {
    guard let driver = driver ?? registry.driver(for: advertisement) else {
      throw EngineError.cannot(device: advertisement.label, what: Phrase("be read by this version of Halo"))
    }
    let known = try journal.device(advertisement.device)
    let paired = try journal.pair(
      advertisement.device, family: driver.family.id,
      name: name
        ?? journal.freeName(
          known?.name ?? Journal.known(advertisement.name) ?? advertisement.device.text, for: advertisement.device),
      advertisedName: advertisement.name, wearer: wearer ?? known?.wearer ?? "me", at: now)
    return try note(advertisement, of: paired)
  }

  /// Stores the facts in a device's advertisement by which it is decoded and controlled, and returns the updated device.
  public func note(_ advertisement: Advertisement, of device: Device) throws -> Device {
    try journal.note(registry.traits(in: advertisement, known: device.traits), of: device)
  }

  /// Downloads the data of a device's last days that the journal lacks, newest first, over as many connections as
  /// necessary.
  ///
  /// - Returns: The report of the sync; the data is in the journal.
  /// - Throws: The error that ended the last connection, if not even the device's identity was received. All data
  ///   received before is in the journal. ``ImplausibleClock`` if this machine's clock cannot be right, unless
  ///   `isClockRight`.
  public func sync(
    _ device: Device, days: Int = 7, isClockRight: Bool = false,
    report: @escaping @Sendable (LinkEvent) -> Void = { _ in },
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    try await journal.perform { journal in
      if !isClockRight { try checkClock() }
      // A clock that was ahead dated samples in the future; the current time is not known to be wrong.
      try journal.markFutureDoubtful(after: now)
    }
    // An interrupted sync must not count as a complete one.
    var (synced, refused) = try await talk("sync", with: device, outcome: { $0.interruption?.english }) {
      driver, session in
      let complete = try await journal.perform { try $0.completeDays(of: device) }
      return try await Self.sync(
        driver, self, session, device, SyncRequest(days: days), SyncLedger(complete: complete), report, progress)
    }
    synced.refusedFrames = refused
    return synced
  }

  /// Calls `body` with a recorder that stores every frame in the journal, and decodes the frames afterwards, even if
  /// `body` throws. If this machine's clock cannot be right, nothing is stored, and everything else works: stopping a
  /// belt must not depend on the clock.
  ///
  /// - Throws: ``EngineError`` if another program, or for a long time another request of this one, has the device;
  ///   errors of `body`.
  public func recording<Result: Sendable>(
    _ purpose: String, of device: Device, _ body: (any FrameRecorder) async throws -> Result
  ) async throws -> Result {
    if await cannotStore() {
      return try await holding(device, for: purpose) { try await body(UnstoredFrames()) }
    }
    return try await talk(purpose, with: device) { _, session in try await body(session) }.result
  }

  /// Calls `body` with exclusive access to a device: requests of this program wait for each other. Nothing is stored.
  ///
  /// - Throws: ``EngineError/taken(device:by:)`` if another program has the device;
  ///   ``EngineError/busy(device:purpose:)`` if another request of this program has it for a long time; errors of
  ///   `body`.
  public func holding<Result: Sendable>(
    _ device: Device, for purpose: String = "", _ body: () async throws -> Result
  ) async throws -> Result {
    // No other request knows a journal in memory.
    if journal.isInMemory { return try await body() }
    // Ahead of the queue: otherwise a supervisor would sync the device between two requests that wait for each other.
    let hold = await handover?.take(device.identifier)
    defer { extendLifetime(hold) }
    return try await DeviceQueue.shared.waitTurn(
      for: "\(device.identifier.text) \(journal.path)", label: device.name, purpose: purpose, clock: environment.clock
    ) {
      let lock = try DeviceLock(device, journal: journal.path)
      defer { extendLifetime(lock) }
      return try await body()
    }
  }

  /// Numbers frames without storing them.
  private actor UnstoredFrames: FrameRecorder {
    private var count = 0
    func record(_ frame: RecordedFrame) -> Int {
      defer { count += 1 }
      return count
    }
  }

  /// Scans until the device advertises.
  func waitUntilSeen(_ device: Device) async throws {
    for try await advertisement in radio.scan(ScanFilter()) where advertisement.device == device.identifier { return }
    try Task.checkCancellation()
  }

  func waitUntilRadioIsOn() async {
    for await state in await radio.states() where state == .poweredOn { return }
  }

  func sleep(_ duration: Duration) async throws { try await environment.clock.sleep(for: duration) }

  /// A session with a device, whose frames are stored by `recorder`.
  ///
  /// `isClockKnown` prevents the driver from reading the device's clock before setting it.
  func session<Driver: Wearable>(
    _: Driver.Type, with device: Device, _ recorder: any FrameRecorder, isClockKnown: Bool
  ) -> WearableSession<Driver> {
    // The wearer gave an unpaired device no name that identifies it.
    let unnamed = Advertisement(device: device.identifier, name: device.advertisedName)
    return WearableSession<Driver>(
      radio: radio, device: device.identifier, label: journal.isInMemory ? unnamed.label : device.name,
      environment: environment.of(device.traits, isClockKnown: isClockKnown), recorder: recorder)
  }

  /// True if Halo has set a device's clock before. A later change by another app is detected in the next sync.
  func isClockKnown(_ device: Device) async -> Bool {
    (try? await journal.perform { try $0.hasSetClock(of: device) }) ?? false
  }

  /// True if this machine's clock cannot be right, so that nothing is stored.
  func cannotStore() async -> Bool { (try? await journal.perform { _ in try clockProblem() }) != nil }

  /// Opens a session, calls `body`, and decodes the frames, even if `body` throws. `outcome` describes a failure if
  /// `body` returned normally.
  private func talk<Result: Sendable>(
    _ purpose: String, with device: Device, outcome: (Result) -> String? = { _ in nil },
    _ body: (any SessionReading.Type, JournalSession) async throws -> Result
  ) async throws -> (result: Result, refusedFrames: [Int]) {
    try await holding(device, for: purpose) {
      guard let driver = registry.driver(device.family) else {
        throw EngineError.unknownFamily(device: device.name, family: device.family)
      }
      let session = try await journal.perform { journal in
        // Decode the sessions of a program that terminated unexpectedly.
        try SessionDecoder(journal, registry).decodePending(of: device)
        return try journal.begin(purpose, with: device, at: now, zone: environment.time.zone)
      }
      @Sendable func read(_ journal: Journal) throws -> [Int] {
        try SessionDecoder(journal, registry).decodeAndUpdate(session.id, by: driver)
      }
      do {
        let result = try await body(driver, session)
        try await session.end(at: now, outcome: outcome(result))
        return (result, try await journal.perform(read))
      } catch {
        // A frame that could not be stored must not prevent the decoding of the others or hide the first error.
        try? await session.end(at: now, outcome: "\(error)")
        _ = try await journal.perform(read)
        throw error
      }
    }
  }

  private static func sync<Driver: SessionReading>(
    _ driver: Driver.Type, _ engine: Engine, _ session: JournalSession, _ device: Device, _ request: SyncRequest,
    _ ledger: SyncLedger, _ report: @escaping @Sendable (LinkEvent) -> Void,
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    // A sync reads today's values anyway: before the clock is set, they also show whether another app has set it.
    let synced = try await engine.session(Driver.self, with: device, session, isClockKnown: false).sync(
      request, into: ledger, report: report, progress: progress)
    try await engine.journal.perform { journal in
      try journal.setRevisions(of: device, hardware: synced.identity.hardware, firmware: synced.identity.firmware)
      try journal.note(synced.settings.map(\.stored), of: device, at: engine.now)
    }
    return synced
  }
}
