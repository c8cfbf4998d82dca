extension ColmiRing {
  /// Decodes the frames that a ring sends into messages.
  ///
  /// Call it with every notification in order of arrival. It assembles answers of several frames, even if pushes come
  /// between them. Every frame is part of at least one message.
  public struct ReceivedDecoder: Sendable {
    private var deframer = Deframer()
    private var answers = Answers()
    private var raw: AccelerometerStream
    private var nextOrdinal = 0

    /// Creates a decoder.
    public init() { self.init(accelerometer: nil) }

    /// Creates a decoder for a ring with a known encoding of the accelerometer, or one that holds back at most
    /// `lookahead` messages to determine it.
    init(accelerometer: RawAccelerometer.Encoding?, lookahead: Int = 32) {
      raw = AccelerometerStream(accelerometer, lookahead: lookahead)
    }

    /// The maximum number of messages held back to determine the encoding of the accelerometer; 1 for none.
    var lookahead: Int {
      get { raw.lookahead }
      set { raw.lookahead = newValue }
    }

    /// Decodes one notification.
    ///
    /// If `channel` is `nil` because it is unknown, 16 bytes with a valid checksum are a command packet, `BC …` starts
    /// big data, and anything else continues incomplete big data. `emit` is called with each message that this frame
    /// completes, and its frames. They are numbered in order of arrival, or by `number`.
    public mutating func receive(
      _ frame: [UInt8], on channel: Channel? = nil, number: Int? = nil, emit: (Message, FrameTrail) -> Void
    ) {
      if let number { nextOrdinal = number }
      defer { nextOrdinal += 1 }
      let packet = deframer.packet(in: frame, on: channel)
      if let packet, packet.command == RawLight.command {
        return raw.receive(packet, frame: nextOrdinal, emit: emit)
      }
      guard raw.isWaiting else { return receive(packet, frame, on: channel, emit: emit) }
      var messages: [(Message, FrameTrail)] = []
      receive(packet, frame, on: channel) { messages.append(($0, $1)) }
      for (message, trail) in messages { raw.receive(message, trail, emit: emit) }
    }

    /// Decodes a notification that is not of the raw stream.
    @inline(__always)
    private mutating func receive(
      _ packet: Packet?, _ frame: [UInt8], on channel: Channel?, emit: (Message, FrameTrail) -> Void
    ) {
      if let packet {
        answers.receive(packet, frame: nextOrdinal, emit: emit)
      } else {
        deframer.receive(frame, on: channel, ordinal: nextOrdinal) { output, trail in emit(Message(output), trail) }
      }
    }

    /// Emits incomplete messages and drops them. Frame numbering continues.
    public mutating func finish(emit: (Message, FrameTrail) -> Void) {
      for channel in Channel.allCases { finish(channel, emit: emit) }
    }

    /// Emits incomplete messages of one channel and drops them.
    public mutating func finish(_ channel: Channel, emit: (Message, FrameTrail) -> Void) {
      raw.finish(emit: emit)
      switch channel {
      case .commands: answers.finish(emit: emit)
      case .bigData: deframer.finish { output, trail in emit(Message(output), trail) }
      }
    }
  }

  /// The incomplete answers of several packets.
  private struct Answers: Sendable {
    private var activity = QuarterHourAssembler(.activity) { rows, header in
      Activity(rows: rows, header: header).map(Message.activity)
    }
    private var sleepQuarters = QuarterHourAssembler(.sleepQuarters) { rows, _ in
      SleepQuarters(rows: rows).map(Message.sleepQuarters)
    }
    private var heartRateLog = NumberedLogAssembler(.heartRateLog) { HeartRateLog($0).map(Message.heartRateLog) }
    private var stressLog = NumberedLogAssembler(.stressLog) { HalfHourLog($0, of: .stress).map(Message.halfHourLog) }
    private var hrvLog = NumberedLogAssembler(.hrvLog) { HalfHourLog($0, of: .hrv).map(Message.halfHourLog) }
    private var praise = NumberedLogAssembler(.praise) { Praise($0).map(Message.praise) }
    private var dayTotals = DayTotalsAssembler()

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      switch packet.command {
      case Activity.command: activity.receive(packet, frame: frame, emit: emit)
      case SleepQuarters.command: sleepQuarters.receive(packet, frame: frame, emit: emit)
      case HeartRateLog.command: heartRateLog.receive(packet, frame: frame, emit: emit)
      case HalfHourLog.Quantity.stress.command: stressLog.receive(packet, frame: frame, emit: emit)
      case HalfHourLog.Quantity.hrv.command: hrvLog.receive(packet, frame: frame, emit: emit)
      case Praise.form.command: praise.receive(packet, frame: frame, emit: emit)
      case DayTotals.command: dayTotals.receive(packet, frame: frame, emit: emit)
      default: emit(Message(packet), FrameTrail(last: frame))
      }
    }

    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      activity.finish(emit: emit)
      sleepQuarters.finish(emit: emit)
      heartRateLog.finish(emit: emit)
      stressLog.finish(emit: emit)
      hrvLog.finish(emit: emit)
      praise.finish(emit: emit)
      dayTotals.finish(emit: emit)
    }
  }
}
