public import HaloWearables

extension ColmiRing {
  /// Reads what a ring sends: frames in, messages out.
  ///
  /// Feed it every notification in order of arrival. Answers of several frames are put together here, pushes may come
  /// between their frames, and no frame is ever lost: each is part of at least one message.
  public struct ReceivedDecoder: Sendable {
    private var deframer = Deframer()
    private var answers = Answers()
    private var raw: AccelerometerStream
    private var nextOrdinal = 0

    /// A decoder that has seen nothing.
    public init() { self.init(accelerometer: nil) }

    /// A decoder of a ring whose accelerometer is known, or that holds back at most `lookahead` messages to find out.
    init(accelerometer: RawAccelerometer.Encoding?, lookahead: Int = 32) {
      raw = AccelerometerStream(accelerometer, lookahead: lookahead)
    }

    /// How many messages may be held back until the encoding of the accelerometer is decided; 1 for none.
    var lookahead: Int {
      get { raw.lookahead }
      set { raw.lookahead = newValue }
    }

    /// Reads one notification.
    ///
    /// `channel` may be `nil` where it is not known: 16 bytes with a right sum are a command packet then, `BC …` starts big
    /// data, and anything else continues big data that is unfinished. `emit` gets each message that becomes whole with this
    /// frame, and the frames it came from.
    public mutating func receive(
      _ frame: [UInt8], on channel: Channel? = nil, emit: (Message, FrameTrail) -> Void
    ) {
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

    /// Reads a notification that is not of the raw stream.
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

    /// Says what is still unfinished and forgets it. The count of frames goes on.
    public mutating func finish(emit: (Message, FrameTrail) -> Void) {
      for channel in Channel.allCases { finish(channel, emit: emit) }
    }

    /// Says what is still unfinished on one channel and forgets it.
    public mutating func finish(_ channel: Channel, emit: (Message, FrameTrail) -> Void) {
      raw.finish(emit: emit)
      switch channel {
      case .commands: answers.finish(emit: emit)
      case .bigData: deframer.finish { output, trail in emit(Message(output), trail) }
      }
    }
  }

  /// The answers of several packets that are under way.
  private struct Answers: Sendable {
    private var activity = ActivityAssembler()
    private var heartRateLog = NumberedLogAssembler(.heartRateLog) { HeartRateLog($0).map(Message.heartRateLog) }
    private var stressLog = NumberedLogAssembler(.stressLog) { HalfHourLog($0, of: .stress).map(Message.halfHourLog) }
    private var hrvLog = NumberedLogAssembler(.hrvLog) { HalfHourLog($0, of: .hrv).map(Message.halfHourLog) }
    private var praise = NumberedLogAssembler(.praise) { Praise($0).map(Message.praise) }
    private var dayTotals = DayTotalsAssembler()

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      switch packet.command {
      case Activity.command: activity.receive(packet, frame: frame, emit: emit)
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
      heartRateLog.finish(emit: emit)
      stressLog.finish(emit: emit)
      hrvLog.finish(emit: emit)
      praise.finish(emit: emit)
      dayTotals.finish(emit: emit)
    }
  }
}
