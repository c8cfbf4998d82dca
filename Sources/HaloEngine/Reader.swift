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
    try journal.apply(decode(session, by: driver), toSession: session)
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
      (session: Journal.SessionKey, number: Int, all: Int) throws -> DecodedSession in
      guard let driver = registry.driver(session.family) else {
        throw EngineError.unknownFamily(device: "a device", family: session.family)
      }
      count = number
      progress(number, all)
      return try self.decode(session.id, by: driver)
    }
    let insights = try InsightKeeper(journal).rebuild()
    return Changes(sessions: count, parts: parts + (insights.before + insights.after > 0 ? [insights] : []))
  }

  private func decode(_ session: Int, by driver: any SessionReading.Type) throws -> DecodedSession {
    let frames = try journal.frames(ofSession: session)
    let contents = driver.read(
      frames.map(\.frame), advertisedName: try journal.advertisedName(ofSession: session))
    return DecodedSession(contents, decoder: driver.decoderName, frames: frames.map { ($0.id, $0.frame.moment) })
  }
}
