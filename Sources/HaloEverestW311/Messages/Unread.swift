public import HaloWearables

extension EverestW311 {
  /// A frame that nobody understands, or a damaged one. Its bytes are kept.
  public enum Unread: WatchMessage {
    /// Nobody has said what it means.
    case unknown([UInt8])
    /// It is shorter than a frame can be.
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

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .unknown(let bytes):
        // The key of what looks like a frame.
        if Frame(bytes) != nil { fields.field("command", code: bytes[2]) }
        fields.field("hex", hexadecimal: bytes)
        fields.field("type", "unknown")
      case .tooShort(let bytes):
        fields.field("hex", hexadecimal: bytes)
        fields.field("reason", "length")
        fields.field("type", "corrupt")
      }
    }
  }

  /// Packets of a day whose end never came, or that are in no layout that is known.
  public struct Incomplete: WatchMessage {
    public typealias Kind = Message.Topic

    /// What they are of.
    public let kind: Kind
    /// The packets that came.
    public let packets: [[UInt8]]
    /// Whether the end came: then nobody knows how they are laid out.
    public let hasEnded: Bool

    var frames: [[UInt8]] { packets }

    /// Totals in real time look like the head of a day, and come on another channel.
    func isAnswer(to request: Request, on channel: Channel) -> Bool {
      kind.isTopic(of: request) && (kind == .heartRate || channel == .history)
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("frames", packets.count)
      if hasEnded { fields.field("hex", hexadecimal: [UInt8](packets.joined())) }
      fields.field("of", kind.name)
      fields.field("type", hasEnded ? "unknown" : "incomplete")
    }
  }
}
