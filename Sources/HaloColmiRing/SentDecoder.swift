extension ColmiRing {
  /// Every decoded message from an app to a ring, including unknown and damaged frames.
  public enum SentMessage: MessageFields, Hashable {
    case request(Request)
    /// A frame of unknown meaning, a damaged one, or big data of which a part was lost.
    case other(Message)

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .request(let message): message.write(to: &fields)
      case .other(let message): message.write(to: &fields)
      }
    }
  }

  /// Decodes the frames that an app writes to a ring into messages.
  public struct SentDecoder: Sendable {
    private var deframer = Deframer()
    private var nextOrdinal = 0

    /// Creates a decoder.
    public init() {}

    /// Decodes one write; see ``ReceivedDecoder/receive(_:on:number:emit:)``.
    public mutating func receive(
      _ frame: [UInt8], on channel: Channel? = nil, emit: (SentMessage, FrameTrail) -> Void
    ) {
      if let packet = deframer.packet(in: frame, on: channel) {
        let message = Request(packet).map(SentMessage.request) ?? .other(.unknown(Unknown(packet)))
        emit(message, FrameTrail(last: nextOrdinal))
      } else {
        deframer.receive(frame, on: channel, ordinal: nextOrdinal) { output, trail in emit(SentMessage(output), trail) }
      }
      nextOrdinal += 1
    }

    /// Emits incomplete messages and drops them. Frame numbering continues.
    public mutating func finish(emit: (SentMessage, FrameTrail) -> Void) {
      deframer.finish { output, trail in emit(SentMessage(output), trail) }
    }
  }
}

extension ColmiRing.SentMessage {
  init(_ output: ColmiRing.Deframer.Output) {
    if case .bigData(let data) = output {
      self = ColmiRing.Request(data).map(Self.request) ?? .other(.unknown(ColmiRing.Unknown(data)))
    } else {
      self = .other(ColmiRing.Message(output))
    }
  }
}
