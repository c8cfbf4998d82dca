import HaloText
public import HaloBluetooth
import HaloHealth
public import HaloJournal
public import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where radios, drivers and the journal meet: what a device says is in the journal before anyone acts on it, and what it means is
/// read from there.
public struct Engine: Sendable {
  /// The journal.
  public let journal: Journal
  /// The families it knows.
  public let registry: DriverRegistry
  let radio: any Central
  let environment: DriverEnvironment
  private let handover: (any Handover)?

  /// An engine over a radio. It asks `handover` for a device before it communicates with it.
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

  /// The time now.
  var now: Moment { environment.time.moment }

  /// Keeps a device that was seen, worn by `wearer`: where that is `nil`, by whom it was worn before, otherwise "me". If `name` is `nil`,
  /// the device keeps its name, or gets the one that it advertises, with a number if another device has it.
  ///
  /// - Throws: ``HaloJournal/JournalError/otherWearer(device:wearer:)`` if the journal has data of the device that are another person's,
  ///   and ``HaloJournal/JournalError/nameTaken(name:)`` if another device has that `name`.
  public func pair(_ advertisement: Advertisement, name: String?, wearer: String? = nil) throws -> Device {
    guard let driver = registry.driver(for: advertisement) else {
      throw EngineError.cannot(device: advertisement.label, what: Phrase("be read by this version of Halo"))
    }
    let known = try journal.device(advertisement.device)
    return try journal.pair(
      advertisement.device, family: driver.family.id,
      name: name
        ?? journal.freeName(
          known?.name ?? Journal.known(advertisement.name) ?? advertisement.device.text, for: advertisement.device),
      advertisedName: advertisement.name, wearer: wearer ?? known?.wearer ?? "me", at: now)
  }

  /// Brings home what the journal lacks of the last days of a device, newest first, over as many links as that takes.
  ///
  /// - Returns: What the device said; what it told is in the journal.
  /// - Throws: What ended the last link, where not even the device's identity came home. What came until then is in the journal.
  ///   ``ImplausibleClock`` if this machine's clock cannot be right, unless `isClockRight`.
  public func sync(
    _ device: Device, days: Int = 7, isClockRight: Bool = false,
    report: @escaping @Sendable (LinkEvent) -> Void = { _ in },
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    try await journal.perform { journal in
      if !isClockRight { try checkClock() }
      // A clock that was ahead dated samples into the future; as far as is known this one is right.
      try journal.doubtFuture(after: now)
    }
    // A sync that broke off is not one that brought everything.
    var (synced, refused) = try await talk("sync", with: device, outcome: { $0.interruption?.english }) {
      driver, session in
      let complete = try await journal.perform { try $0.completeDays(of: device) }
      return try await Self.sync(
        driver, self, session, device, SyncRequest(days: days), SyncLedger(complete: complete), report, progress)
    }
    synced.refusedFrames = refused
    return synced
  }

  /// Calls `body` with a recorder that puts every frame into the journal, and reads what came, whatever became of it. If this machine's
  /// clock cannot be right, nothing is kept, and everything else works: a belt is stopped whatever the clock shows.
  ///
  /// - Throws: ``EngineError`` if another program, or for long another request of this one, has the device, and whatever `body` throws.
  public func recording<Result: Sendable>(
    _ purpose: String, of device: Device, _ body: (any FrameRecorder) async throws -> Result
  ) async throws -> Result {
    if await cannotKeep() {
      return try await holding(device, for: purpose) { try await body(UnkeptFrames()) }
    }
    return try await talk(purpose, with: device) { _, session in try await body(session) }.result
  }

  /// Calls `body` while nothing else communicates with a device: requests of this program wait for each other. Nothing is stored.
  ///
  /// - Throws: ``EngineError/taken(device:by:)`` if another program has the device, ``EngineError/busy(device:purpose:)`` if another
  ///   request of this program has it for long, and whatever `body` throws.
  public func holding<Result: Sendable>(
    _ device: Device, for purpose: String = "", _ body: () async throws -> Result
  ) async throws -> Result {
    // Before the queue: a supervisor would sync the device between two requests that wait for each other.
    let hold = await handover?.take(device.identifier)
    defer { extendLifetime(hold) }
    return try await DeviceQueue.shared.waitTurn(
      for: "\(device.identifier.text) \(journal.path)", label: device.name, purpose: purpose,
      sleep: { try await sleep($0) }
    ) {
      let lock = try DeviceLock(device, journal: journal.path)
      defer { extendLifetime(lock) }
      return try await body()
    }
  }

  /// Numbers frames and forgets them.
  private actor UnkeptFrames: FrameRecorder {
    private var count = 0
    func record(_ frame: RecordedFrame) -> Int {
      defer { count += 1 }
      return count
    }
  }

  /// Looks until a device advertises.
  func waitUntilSeen(_ device: Device) async throws {
    for try await advertisement in radio.scan(ScanFilter()) where advertisement.device == device.identifier { return }
    try Task.checkCancellation()
  }

  func waitUntilRadioIsOn() async {
    for await state in await radio.states() where state == .poweredOn { return }
  }

  func sleep(_ duration: Duration) async throws { try await environment.clock.sleep(for: duration) }

  /// A session with a device, whose frames go to `recorder`.
  ///
  /// `isClockKnown` keeps the driver from reading the device's clock before it is set.
  func session<Driver: Wearable>(
    _: Driver.Type, with device: Device, _ recorder: any FrameRecorder, isClockKnown: Bool
  ) -> WearableSession<Driver> {
    WearableSession<Driver>(
      radio: radio, device: device.identifier, label: device.name,
      environment: environment.advertising(device.advertisedName, isClockKnown: isClockKnown), recorder: recorder)
  }

  /// Whether Halo set a device's clock before. What another app did since shows in the next sync.
  func isClockKnown(_ device: Device) async -> Bool {
    (try? await journal.perform { try $0.hasSetClock(of: device) }) ?? false
  }

  /// Whether this machine's clock cannot be right, so that nothing is stored.
  func cannotKeep() async -> Bool { (try? await journal.perform { _ in try clockProblem() }) != nil }

  /// Opens a session, calls `body`, and reads what came, whatever became of it. `outcome` says what went wrong though `body` returned.
  private func talk<Result: Sendable>(
    _ purpose: String, with device: Device, outcome: (Result) -> String? = { _ in nil },
    _ body: (any SessionReading.Type, Session) async throws -> Result
  ) async throws -> (result: Result, refusedFrames: [Int]) {
    try await holding(device, for: purpose) {
      guard let driver = registry.driver(device.family) else {
        throw EngineError.unknownFamily(device: device.name, family: device.family)
      }
      let session = try await journal.perform { journal in
        // What a program left unread that ended at once.
        try Reader(journal, registry).readUnread(of: device)
        return try journal.begin(purpose, with: device, at: now, zone: environment.time.zone)
      }
      @Sendable func read(_ journal: Journal) throws -> [Int] {
        try Reader(journal, registry).readAndDerive(session.id, of: device, by: driver)
      }
      do {
        let result = try await body(driver, session)
        try await session.end(at: now, outcome: outcome(result))
        return (result, try await journal.perform(read))
      } catch {
        // A frame that could not be stored neither keeps the others from being read nor hides what went wrong first.
        try? await session.end(at: now, outcome: "\(error)")
        _ = try await journal.perform(read)
        throw error
      }
    }
  }

  private static func sync<Driver: SessionReading>(
    _ driver: Driver.Type, _ engine: Engine, _ session: Session, _ device: Device, _ request: SyncRequest,
    _ ledger: SyncLedger, _ report: @escaping @Sendable (LinkEvent) -> Void,
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    // A sync asks for today's values anyway: before the clock is set they also show whether another app has set it.
    let synced = try await engine.session(Driver.self, with: device, session, isClockKnown: false).sync(
      request, into: ledger, report: report, progress: progress)
    try await engine.journal.perform { journal in
      try journal.setRevisions(of: device, hardware: synced.identity.hardware, firmware: synced.identity.firmware)
      try journal.note(synced.settings.map { ($0.quantity.words, $0.words) }, of: device, at: engine.now)
    }
    return synced
  }
}
