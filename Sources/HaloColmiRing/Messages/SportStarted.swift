public import HaloWearables

extension ColmiRing {
  /// A sport session has begun.
  ///
  /// ```
  /// ← 77 01 00 26 7E 16 6A …
  ///   0  1  2  3–6
  ///   1 started (01) · 2 no error (00) · 3–6 when, in seconds since 1970 by the ring's clock, u32 LE
  /// ```
  public struct SportStarted: RingMessage {
    /// Which bytes hold which field of the JSON line.
    public static let byteMap = [ByteField("unixTime", 3..<7)]

    /// When, in seconds since 1970 by the ring's clock.
    public let unixTime: UInt32

    /// A session that began then.
    public init(unixTime: UInt32) { self.unixTime = unixTime }

    /// `nil` if the packet is another answer to command 77.
    init?(_ packet: Packet) {
      guard packet[1] == SportControl.start.rawValue, packet[2] == 0 else { return nil }
      self.init(unixTime: packet.u32LE(at: 3))
    }

    /// The answer.
    public var packet: Packet {
      Packet(
        SportControl.form.command,
        [SportControl.start.rawValue, 0] + (0..<4).map { UInt8(truncatingIfNeeded: unixTime >> ($0 * 8)) })
    }

    /// Times stay in a redacted copy.
    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      SportStarted(packet)?.packet ?? packet.keeping(3)
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("type", "sportStarted")
      fields.field("unixTime", Int(unixTime))
    }
  }
}
