public import HaloBluetooth
public import HaloHealth

/// A family whose frames can be read again at any time, without the device: what they say is a pure function of them.
public protocol SessionReading: Wearable {
  /// The decoder's name and version, such as `colmi-ring/1`. Another version may read old frames differently.
  static var decoderName: String { get }

  /// Whether its devices keep days that a sync brings home. One that only tells what it measures now is not looked for by itself.
  static var keepsDays: Bool { get }

  /// What the frames of one session say, those that were sent and those that were received, in order. `advertisedName` is the name that
  /// the device advertises, `nil` if it is not known: some models are recognized by it alone.
  static func read(_ frames: [RecordedFrame], advertisedName: String?) -> SessionContents

  /// The frames of one message whose bytes were changed, with its checksums computed again, so that ``read(_:advertisedName:)`` accepts
  /// them. A family without checksums returns them as they are.
  static func sealed(_ message: [RecordedFrame]) -> [RecordedFrame]
}

extension SessionReading {
  public static var keepsDays: Bool { true }
  public static func sealed(_ message: [RecordedFrame]) -> [RecordedFrame] { message }
}

/// What the frames of one session say.
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
  public var statements: [LogStatement] = []
  /// When its clock was set, and when it was found wrong.
  public var clockEvents: [ClockEvent] = []
  /// What its sensors streamed, by minutes, in order.
  public var raw: [RawChunk] = []
  /// Whether the device had the right date before it was given the time; `nil` where it did not say.
  public var beganRight: Bool?
  /// How many of the statements came before the device was last seen to have the right date.
  public var verifiedCount = 0

  /// Nothing yet.
  public init() {}
}
