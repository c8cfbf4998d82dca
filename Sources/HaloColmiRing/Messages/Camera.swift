extension ColmiRing {
  /// An event of the camera mode: the hand moved, or tapped.
  ///
  /// ```
  /// → 02 04 …   start     → 02 05 …   continue     → 02 06 …   end
  /// ← 02 02 …   a movement or a tap: take the picture     ← 02 00 …   nothing happened (acknowledged)
  /// ```
  ///
  /// From an R10 with an open client, which ignores further events for 3.5 s. The bytes after the second are not known.
  public struct Camera: RingMessage {
    static let command: UInt8 = 0x02
    private static let event: UInt8 = 2
    static let form = PacketForm(
      command: command,
      message: { packet in
        packet[1] == event ? .camera(Camera()) : Acknowledged(packet).map(Message.acknowledged)
      },
      request: { packet in
        packet.isZero(from: 2) ? CameraMode(rawValue: packet[1]).map(Request.camera) : nil
      },
      redacted: { packet, _ in packet.keeping(2) })

    /// Creates an event.
    public init() {}

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("event", "shutter")
      fields.field("type", "camera")
    }
  }

  /// An app's control of the camera mode.
  public enum CameraMode: UInt8, Sendable, CaseIterable {
    /// Starts the mode.
    case start = 4
    /// Continues the mode, and asks for an event.
    case proceed = 5
    /// Ends the mode.
    case end = 6

    /// Writes the fields of the request.
    func writeRequest<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .start: fields.field("mode", "start")
      case .proceed: fields.field("mode", "continue")
      case .end: fields.field("mode", "end")
      }
      fields.field("type", "camera")
    }
  }
}
