import HaloWearables

extension ColmiRing {
  /// What the packets with one first byte mean in both directions. Each message has its own, in its file.
  struct PacketForm: Sendable {
    /// Byte 0.
    let command: UInt8
    /// Which bytes of a packet from a ring hold which value; empty if that is not known.
    var byteMap: @Sendable (Packet) -> [ByteField] = { _ in [] }
    /// The message in a packet from a ring that stands for itself; `nil` if its meaning is unknown.
    var message: @Sendable (Packet) -> Message? = { Acknowledged($0).map(Message.acknowledged) }
    /// The request in a packet to a ring; `nil` if its meaning is unknown.
    var request: @Sendable (Packet) -> Request? = { _ in nil }
    /// A packet from a ring with made-up values in place of the wearer's.
    var redacted: @Sendable (Packet, Redaction) -> Packet = { packet, _ in Acknowledged.redacted(packet) }

    /// The form of a packet.
    static func of(_ packet: Packet) -> PacketForm { table[Int(packet.command)] }

    /// One for each first byte.
    private static let table: [PacketForm] = {
      var table = (0...255).map { $0 < 0x80 ? PacketForm(command: $0) : DeviceError.form($0) } as [PacketForm]
      for form in Message.packetForms { table[Int(form.command)] = form }
      return table
    }()
  }
}
