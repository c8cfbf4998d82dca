extension ColmiRing {
  /// The largest packet that the ring uses, pushed before the answer to setting the clock.
  ///
  /// ```
  /// ← 2F F1 …
  ///   0  1
  ///   1 bytes (0xF1 = 241 on an R02, 244 on an R12)
  /// ```
  public struct PacketSize: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("bytes", 1..<2)]

    static let command: UInt8 = 0x2F
    static let form = PacketForm(
      command: command, byteMap: { _ in byteMap }, message: { .packetSize(PacketSize($0)) },
      redacted: { packet, _ in packet.keeping(3) })

    /// Length in bytes, 0…255.
    public let bytes: Int

    /// Creates a message with a limit in bytes.
    public init(bytes: Int) { self.bytes = bytes }

    init(_ packet: Packet) { bytes = Int(packet[1]) }

    /// The encoded message.
    public var packet: Packet { Packet(Self.command, [UInt8(clamping: bytes)]) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("bytes", bytes)
      fields.field("type", "packetSize")
    }
  }
}
