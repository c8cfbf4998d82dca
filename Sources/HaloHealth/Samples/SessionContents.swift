/// What the frames of one session say, a pure function of them: what a driver decodes, and the journal keeps.
///
/// Frames are named by their places in the recording that they were read from, counted from 0.
public struct SessionContents: Sendable, Hashable {
  /// A clock that was set, or found to be wrong.
  public struct ClockEvent: Sendable, Hashable {
    /// The frame that says so.
    public let frame: Int
    /// When, by this machine's clock.
    public let time: Moment
    /// The zone in force here.
    public let zone: String
    /// The date that the device had instead; `nil` where it was set and not found wrong.
    public let wrongDate: CalendarDate?
    /// What a clock that was set had been before; `nil` if that is not known, or was the time here.
    public var found: FoundClock?

    /// A clock that was set, or found to be wrong.
    public init(frame: Int, time: Moment, zone: String, wrongDate: CalendarDate?, found: FoundClock? = nil) {
      self.found = found
      self.frame = frame
      self.time = time
      self.zone = zone
      self.wrongDate = wrongDate
    }
  }

  /// What the device told of its wearer, in order.
  public var statements: [LogStatement]
  /// When its clock was set, and when it was found wrong.
  public var clockEvents: [ClockEvent]
  /// What its sensors streamed, by minutes, in order.
  public var raw: [RawChunk]
  /// Whether the device had the right date before it was given the time; `nil` where it did not say.
  public var beganRight: Bool?
  /// How many of the statements came before the device was last seen to have the right date.
  public var verifiedCount: Int

  /// What the frames of one session say; nothing yet if it is left out.
  public init(
    statements: [LogStatement] = [], clockEvents: [ClockEvent] = [], raw: [RawChunk] = [], beganRight: Bool? = nil,
    verifiedCount: Int = 0
  ) {
    self.statements = statements
    self.clockEvents = clockEvents
    self.raw = raw
    self.beganRight = beganRight
    self.verifiedCount = verifiedCount
  }
}
