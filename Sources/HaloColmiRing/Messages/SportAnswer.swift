extension ColmiRing {
  /// A sport session has begun or ended.
  ///
  /// ```
  /// ← 77 01 00 26 7E 16 6A …     ← 77 00 00 …   ended
  ///   0  1  2  3–6
  ///   1 started (01) · 2 no error (00) · 3–6 start time, in seconds since 1970 by the ring's clock, u32 LE
  /// ```
  public enum SportAnswer: RingMessage {
    /// Maps the bytes of a beginning to the fields of the JSON line.
    public static let byteMap = [ByteField("unixTime", 3..<7)]

    /// A session has begun, in seconds since 1970 by the ring's clock.
    case started(unixTime: UInt32)
    /// The session has ended.
    case stopped

    /// `nil` if the packet is another answer to command 77.
    init?(_ packet: Packet) {
      switch (packet[1], packet[2]) {
      case (SportControl.start.rawValue, 0): self = .started(unixTime: packet.u32LE(at: 3))
      case (0, 0): self = .stopped
      default: return nil
      }
    }

    /// The encoded answer.
    public var packet: Packet {
      guard case .started(let unixTime) = self else { return Packet(SportControl.form.command) }
      return Packet(SportControl.form.command, [SportControl.start.rawValue, 0] + unixTime.littleEndianBytes)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      guard case .started(let unixTime) = self else { return fields.field("type", "sportStopped") }
      fields.field("type", "sportStarted")
      fields.field("unixTime", Int(unixTime))
    }
  }
}
