extension ColmiRing {
  /// The ring's charge, as an answer to a request or as a push.
  ///
  /// ```
  /// ← 03 40 00 …            push: ← 73 0C 15 00 …
  ///   0  1  2                      0  1  2  3
  ///   1 or 2 percent · 2 or 3 charging (1) or not (0)
  /// ```
  public struct Battery: RingMessage {
    /// Maps the bytes of the answer to the fields of the JSON line.
    public static let byteMap = [ByteField("percent", 1..<2), ByteField("charging", 2..<3)]
    /// Maps the bytes of the push to the fields of the JSON line.
    static let pushByteMap = [ByteField("percent", 2..<3), ByteField("charging", 3..<4)]

    static let command: UInt8 = 0x03
    static let form = PacketForm(
      command: command, byteMap: { _ in byteMap }, message: { .battery(Battery($0)) }, request: { _ in .battery },
      redacted: { packet, _ in packet.keeping(3) })

    /// Charge, 0…100 %.
    public let percent: Int
    /// True while the ring is charging.
    public let isCharging: Bool

    /// Creates a charge.
    public init(percent: Int, isCharging: Bool) {
      self.percent = percent
      self.isCharging = isCharging
    }

    init(_ packet: Packet) {
      self.init(percent: Int(packet[1]), isCharging: packet[2] != 0)
    }

    init(push packet: Packet) {
      self.init(percent: Int(packet[2]), isCharging: packet[3] != 0)
    }

    /// The encoded answer to a request.
    public var packet: Packet { Packet(Self.command, [UInt8(clamping: percent), isCharging ? 1 : 0]) }

    /// The encoded push.
    public var pushPacket: Packet {
      Packet(Push.command, [Push.batteryCode, UInt8(clamping: percent), isCharging ? 1 : 0])
    }

    var liveValues: [(metric: Metric, value: Int)]? { [(.battery, percent), (.batteryCharging, isCharging ? 1 : 0)] }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("charging", isCharging)
      fields.field("percent", percent)
      fields.field("type", "battery")
    }
  }
}
