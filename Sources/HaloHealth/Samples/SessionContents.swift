/// The decoded content of a session: a pure function of its frames, decoded by a driver and stored in the journal.
///
/// Frames are identified by their positions in the recording, counted from 0.
public struct SessionContents: Sendable, Hashable {
  /// An event at which a device's clock was set, or found to be wrong.
  public struct ClockEvent: Sendable, Hashable {
    /// The frame that shows it.
    public let frame: Int
    /// The time by this machine's clock.
    public let time: Moment
    /// The identifier of the local time zone.
    public let zone: String
    /// The wrong date of the device; `nil` if the clock was set, not found wrong.
    public let wrongDate: CalendarDate?
    /// The state of the clock before it was set; `nil` if it is unknown or was correct.
    public var found: PriorClock?

    /// A clock that was set, or found to be wrong.
    public init(frame: Int, time: Moment, zone: String, wrongDate: CalendarDate?, found: PriorClock? = nil) {
      self.found = found
      self.frame = frame
      self.time = time
      self.zone = zone
      self.wrongDate = wrongDate
    }
  }

  /// The entries of the device's logs, in order.
  public var statements: [LogEntry]
  /// The times at which its clock was set or found wrong.
  public var clockEvents: [ClockEvent]
  /// The raw sensor data, by minutes, in order.
  public var raw: [RawChunk]
  /// True if the device had the correct date before its clock was set; `nil` if it did not report one.
  public var hadCorrectDate: Bool?
  /// The number of statements before the last proof that the device had the correct date.
  public var verifiedCount: Int
  /// The number of statements before the clock was set although the device's date was not known. Those of them that are
  /// not verified may have wrong dates.
  public var doubtfulCount: Int

  /// The content of a session; empty by default.
  public init(
    statements: [LogEntry] = [], clockEvents: [ClockEvent] = [], raw: [RawChunk] = [], hadCorrectDate: Bool? = nil,
    verifiedCount: Int = 0, doubtfulCount: Int = 0
  ) {
    self.statements = statements
    self.clockEvents = clockEvents
    self.raw = raw
    self.hadCorrectDate = hadCorrectDate
    self.verifiedCount = verifiedCount
    self.doubtfulCount = doubtfulCount
  }
}
