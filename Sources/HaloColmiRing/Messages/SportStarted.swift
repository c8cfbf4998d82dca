public import HaloWearables

extension ColmiRing {
  /// A sport session has begun.
  ///
  /// ```
  /// ← 77 01 00 26 7E 16 6A …
  ///   0  1  2  3–6
  ///   1 started (01) · 2 no error (00) · 3–6 start time, in seconds since 1970 by the ring's clock, u32 LE
  /// ```
  public struct SportStarted: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("unixTime", 3..<7)]

    /// The start time, in seconds since 1970 by the ring's clock.
    public let unixTime: UInt32

    /// Creates a message with a start time.
    public init(unixTime: UInt32) { self.unixTime = unixTime }

    /// `nil` if the packet is another answer to command 77.
    init?(_ packet: Packet) {
      guard packet[1] == SportControl.start.rawValue, packet[2] == 0 else { return nil }
      self.init(unixTime: packet.u32LE(at: 3))
    }

    /// The encoded answer.
    public var packet: Packet {
      Packet(
        SportControl.form.command,
        [SportControl.start.rawValue, 0] + (0..<4).map { UInt8(truncatingIfNeeded: unixTime >> ($0 * 8)) })
    }

    /// A redacted copy keeps the time.
    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      SportStarted(packet)?.packet ?? packet.keeping(3)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("type", "sportStarted")
      fields.field("unixTime", Int(unixTime))
    }
  }
}
