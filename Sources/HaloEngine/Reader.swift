import HaloBluetooth
import HaloHealth
public import HaloJournal
public import HaloWearables

/// Reads frames that are in the journal: for the first time, or again with a newer decoder.
public struct Reader: Sendable {
  /// What a rebuild changed.
  public struct Changes: Sendable, Hashable {
    /// How many sessions were read.
    public let sessions: Int
    /// What became of each metric, of nights and of totals.
    public let parts: [RebuiltPart]

    /// How many samples, nights and totals there were.
    public var before: Int { parts.reduce(0) { $0 + $1.before } }
    /// How many there are.
    public var after: Int { parts.reduce(0) { $0 + $1.after } }
    /// How many are as they were.
    public var same: Int { parts.reduce(0) { $0 + $1.same } }
  }

  private let journal: Journal
  private let registry: DriverRegistry

  /// A reader of a journal's frames, as far as `registry` has drivers of their families.
  public init(_ journal: Journal, _ registry: DriverRegistry) {
    self.journal = journal
    self.registry = registry
  }

  /// Reads a session's frames and keeps what they say.
  ///
  /// - Returns: The numbers of the frames with something that cannot be a measurement.
  @discardableResult
  func read(_ session: Int, by driver: any SessionReading.Type) throws -> [Int] {
    try journal.apply(findings(in: session, by: driver), toSession: session)
  }

  /// Reads a session's frames, keeps what they say, and what that means for the wearer's days. One that tells nothing says something
  /// too: that there was nothing.
  ///
  /// - Returns: The numbers of the frames with something that cannot be a measurement.
  @discardableResult
  func readAndDerive(_ session: Int, of device: Device, by driver: any SessionReading.Type) throws -> [Int] {
    let refused = try read(session, by: driver)
    try InsightKeeper(journal).update(device.wearer, since: journal.firstDay(toldIn: session))
    return refused
  }

  /// Reads the sessions of a device that nobody has read.
  func readUnread(of device: Device) throws {
    guard let driver = registry.driver(device.family) else { return }
    for session in try journal.unreadSessions(of: device) {
      try readAndDerive(session, of: device, by: driver)
    }
  }

  /// Reads the sessions of a device that a program left unread which ended at once; not while a program speaks with it.
  public func readLeft(of device: Device) throws {
    guard let lock = try? DeviceLock(device, journal: journal.path) else { return }
    defer { extendLifetime(lock) }
    try readUnread(of: device)
  }

  /// Makes all samples again from their frames, and then everything that is computed from them. What was imported stays, and so does what came from frames that are gone.
  public func rebuild(progress: (Int, Int) -> Void = { _, _ in }) throws -> Changes {
    let families = Set(registry.drivers.map { $0.family.id })
    var count = 0
    let parts = try journal.rebuild(families: families) {
      (session: Journal.SessionKey, number: Int, all: Int) throws -> SessionFindings in
      guard let driver = registry.driver(session.family) else {
        throw EngineError.unknownFamily(device: "a device", family: session.family)
      }
      count = number
      progress(number, all)
      return try self.findings(in: session.id, by: driver)
    }
    let insights = try InsightKeeper(journal).rebuild()
    return Changes(sessions: count, parts: parts + (insights.before + insights.after > 0 ? [insights] : []))
  }

  private func findings(in session: Int, by driver: any SessionReading.Type) throws -> SessionFindings {
    let frames = try journal.frames(ofSession: session)
    let contents = driver.read(
      frames.map(\.frame), advertisedName: try journal.advertisedName(ofSession: session))
    return SessionFindings(
      decoder: driver.decoderName,
      statements: contents.statements.map { statement in
        let received =
          statement.frames.last.map { frames[$0].frame.moment } ?? Moment(milliseconds: 0, secondsFromGMT: 0)
        return (statement.inJournal(frames: statement.frames.map { frames[$0].id }), received)
      },
      clockEvents: contents.clockEvents.map {
        .init(time: $0.time, zone: $0.zone, wrongDate: $0.wrongDate, found: $0.found)
      },
      raw: contents.raw, beganRight: contents.beganRight, verifiedCount: contents.verifiedCount)
  }
}

extension LogStatement {
  /// The statement with the journal's numbers of its frames.
  fileprivate func inJournal(frames: [Int]) -> LogStatement {
    LogStatement(
      log: log, readings: readings, days: days, metrics: metrics, sleep: sleep, clock: clock, frames: frames,
      decoder: decoder)
  }
}
