extension ColmiRing {
  /// The encoding of packets with one first byte in both directions. Each message defines its own in its file.
  struct PacketForm: Sendable {
    /// The command code, byte 0.
    let command: UInt8
    /// Maps the bytes of a packet from a ring to the fields of its message; empty if the mapping is not known.
    var byteMap: @Sendable (Packet) -> [ByteField] = { _ in [] }
    /// Decodes a self-contained packet from a ring; `nil` if its meaning is unknown.
    var message: @Sendable (Packet) -> Message? = { Acknowledged($0).map(Message.acknowledged) }
    /// Decodes a request to a ring; `nil` if its meaning is unknown.
    var request: @Sendable (Packet) -> Request? = { _ in nil }
    /// Replaces the wearer's values in a packet from a ring with invented ones.
    var redacted: @Sendable (Packet, Redaction) -> Packet = { packet, _ in Acknowledged.redacted(packet) }

    /// The form of a packet.
    static func of(_ packet: Packet) -> PacketForm { table[Int(packet.command)] }

    /// One form per first byte.
    private static let table: [PacketForm] = {
      var table = (0...255).map { $0 < 0x80 ? PacketForm(command: $0) : DeviceError.form($0) } as [PacketForm]
      for form in Message.packetForms { table[Int(form.command)] = form }
      return table
    }()
  }
}
