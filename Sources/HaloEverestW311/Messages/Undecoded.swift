extension EverestW311 {
  /// A frame that is unknown or damaged, with its bytes.
  public enum Undecoded: WatchMessage {
    /// The meaning of the frame is unknown.
    case unknown([UInt8])
    /// The frame is shorter than the minimum.
    case tooShort([UInt8])

    init(_ bytes: [UInt8]) {
      let isHead = bytes.first == Frame.Sender.app.rawValue || bytes.first == Frame.Sender.watch.rawValue
      self = bytes.isEmpty || isHead && bytes.count < 4 ? .tooShort(bytes) : .unknown(bytes)
    }

    /// The whole frame.
    public var bytes: [UInt8] {
      switch self {
      case .unknown(let bytes), .tooShort(let bytes): bytes
      }
    }

    var frames: [[UInt8]] { [bytes] }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      // The key, if the bytes look like a frame.
      case .unknown(let bytes):
        UndecodedValue.unknown(bytes, command: Frame(bytes).map { _ in bytes[2] }).write(to: &fields)
      case .tooShort(let bytes): UndecodedValue.tooShort(bytes).write(to: &fields)
      }
    }
  }

  /// Packets of a day that lack their end, or have an unknown layout.
  public struct Incomplete: WatchMessage {
    /// The kind of history.
    public typealias Kind = Message.Topic

    /// The kind of history.
    public let kind: Kind
    /// The packets received.
    public let packets: [[UInt8]]
    /// True if the end arrived: then the layout is unknown.
    public let hasEnded: Bool

    var frames: [[UInt8]] { packets }

    /// Live totals look like the head of a day, but are sent on another channel.
    func isAnswer(to request: Request, on channel: Channel) -> Bool {
      kind.isTopic(of: request) && (kind == .heartRate || channel == .history)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("frames", packets.count)
      if hasEnded { fields.field("hex", hexadecimal: [UInt8](packets.joined())) }
      fields.field("of", kind.name)
      fields.field("type", hasEnded ? "unknown" : "incomplete")
    }
  }
}
