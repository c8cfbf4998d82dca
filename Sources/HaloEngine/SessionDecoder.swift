/// Decodes frames in the journal: for the first time, or again with a newer decoder.
public struct SessionDecoder: Sendable {
  /// The result of a rebuild.
  public struct Changes: Sendable, Hashable {
    /// The number of decoded sessions.
    public let sessions: Int
    /// The result for each metric, for nights and for totals.
    public let parts: [RebuiltPart]

    /// The number of samples, nights and totals before.
    public var before: Int { parts.reduce(0) { $0 + $1.before } }
    /// The number after.
    public var after: Int { parts.reduce(0) { $0 + $1.after } }
    /// The number of unchanged ones.
    public var same: Int { parts.reduce(0) { $0 + $1.same } }
  }

  private let journal: Journal
  private let registry: DriverRegistry

  /// The families that can be decoded.
  var families: Set<String> { Set(registry.drivers.map { $0.family.id }) }

  /// A decoder of a journal's frames, for the families that have drivers in `registry`.
  public init(_ journal: Journal, _ registry: DriverRegistry) {
    self.journal = journal
    self.registry = registry
  }

  /// Decodes a session's frames, stores the result, and computes outdated daily metrics. A session without data
  /// matters too: it shows that there was no data.
  ///
  /// - Returns: The numbers of the frames with impossible measurements.
  @discardableResult
  func decodeAndUpdate(_ session: Int, by driver: any SessionReading.Type) throws -> [Int] {
    let recorded = try journal.recordedSession(session)
    if recorded.device.user == nil, let user = driver.user(in: recorded.frames.map(\.frame)) {
      try journal.note(user: user, ofSession: session)
    }
    let refused = try journal.apply(decode(recorded, by: driver), toSession: session)
    try DerivedMetricsUpdater(journal).updateOutdated()
    return refused
  }

  /// Decodes the sessions of a device that are not decoded yet.
  func decodePending(of device: Device) throws {
    guard let driver = registry.driver(device.family) else { return }
    for session in try journal.undecodedSessions(of: device) { try decodeAndUpdate(session, by: driver) }
  }

  /// Decodes the sessions that a terminated program left undecoded, unless a program is using the device.
  public func decodeLeftover(of device: Device) throws {
    guard let lock = try? DeviceLock(device, journal: journal.path) else { return }
    defer { extendLifetime(lock) }
    try decodePending(of: device)
  }

  /// Stores the wearer's number on a device with several users, 0…254, and decodes its sessions again with it.
  ///
  /// - Throws: ``EngineError/cannot(device:what:)`` if the device does not number its users, or has no such number;
  ///   `JournalError`.
  public func setUser(_ user: Int, of device: Device) throws {
    guard registry.family(device.family)?.numbersUsers == true else {
      throw EngineError.cannot(device: device.name, what: Phrase("number the people who use it"))
    }
    guard WearableFamily.userNumbers ~= user else {
      throw EngineError.cannot(device: device.name, what: Phrase("assign the number \(user), only 0 to 254"))
    }
    try decodeLeftover(of: journal.setUser(user, of: device))
  }

  /// Rebuilds all samples from their frames, and then all computed values. Imported data is kept, and so is data whose
  /// frames were deleted.
  public func rebuild(progress: (Int, Int) -> Void = { _, _ in }) throws -> Changes {
    var count = 0
    let parts = try journal.rebuild(families: families) { session, number, all in
      count = number
      progress(number, all)
      return try decode(session)
    }
    let insights = try DerivedMetricsUpdater(journal).rebuild()
    return Changes(sessions: count, parts: parts + (insights.before + insights.after > 0 ? [insights] : []))
  }

  /// Decodes a session by the driver of its family.
  func decode(_ session: Journal.RecordedSession) throws -> DecodedSession {
    guard let driver = registry.driver(session.family) else {
      throw EngineError.unknownFamily(device: "a device", family: session.family)
    }
    return decode(session, by: driver)
  }

  private func decode(_ session: Journal.RecordedSession, by driver: any SessionReading.Type) -> DecodedSession {
    let contents = driver.read(session.frames.map(\.frame), of: session.device)
    return DecodedSession(
      contents, decoder: driver.decoderName, frames: session.frames.map { ($0.id, $0.frame.moment) })
  }
}
