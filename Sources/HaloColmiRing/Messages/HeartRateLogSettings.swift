extension ColmiRing {
  /// The setting of the automatic heart-rate measurement.
  ///
  /// ```
  /// read:  → 16 01            ← 16 01 01 3C …       interval in minutes
  /// write: → 16 02 01 3C …    ← 16 02 01 …          the interval is not repeated
  ///          0  1  2  3         0  1  2  3
  ///   2 on (01) or off (02) · 3 interval in minutes
  /// ```
  public struct HeartRateLogSettings: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("enabled", 2..<3), ByteField("intervalMinutes", 3..<4)]

    static let command: UInt8 = 0x16
    static let form = PacketForm(
      command: command, byteMap: { _ in byteMap },
      message: { HeartRateLogSettings($0).map(Message.heartRateLogSettings) },
      request: { request(in: $0) },
      redacted: { packet, _ in packet.keeping(5) })

    /// The encoded message.
    public let packet: Packet
    /// True if the automatic measurement is on.
    public var isEnabled: Bool { packet[2] == 1 }
    /// Minutes between measurements; `nil` if the ring confirms a write, because the confirmation does not repeat it.
    public var intervalMinutes: Int? { packet[1] == 1 ? Int(packet[3]) : nil }

    /// Creates a setting; `intervalMinutes` is 1…255.
    public init(isEnabled: Bool, intervalMinutes: Int?) {
      let enabled: UInt8 = isEnabled ? 1 : 2
      packet = Packet(Self.command, intervalMinutes.map { [1, enabled, UInt8(clamping: $0)] } ?? [2, enabled])
    }

    init?(_ packet: Packet) {
      guard packet[1] == 1 || packet[1] == 2 else { return nil }
      self.packet = packet
    }

    static func writeRequest(isEnabled: Bool, intervalMinutes: UInt8) -> Packet {
      Packet(command, [2, isEnabled ? 1 : 2, intervalMinutes])
    }

    private static func request(in packet: Packet) -> Request? {
      switch packet[1] {
      case 1: .heartRateLogSettings
      case 2: .configureHeartRateLog(isEnabled: packet[2] == 1, intervalMinutes: packet[3])
      default: nil
      }
    }

    /// Writes the fields of the write request.
    static func writeFields<Fields: FieldWriter>(isEnabled: Bool, intervalMinutes: UInt8, to fields: inout Fields) {
      fields.field("enabled", isEnabled)
      fields.field("intervalMinutes", Int(intervalMinutes))
      fields.field("of", "heartRateLogSettings")
      fields.field("type", "configure")
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("enabled", isEnabled)
      fields.field("intervalMinutes", ifPresent: intervalMinutes)
      fields.field("type", "heartRateLogSettings")
    }
  }
}
