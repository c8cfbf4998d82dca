extension ColmiRing {
  /// The packets of a day's log with a byte per slot: a header, a packet with the day and its first slots, and further
  /// packets with thirteen slots each. ``HeartRateLog`` shows the bytes.
  enum SlotPackets {
    /// Maps the bytes of a packet whose day is a number of days before today.
    static func byteMap(_ packet: Packet) -> [ByteField] {
      switch packet[1] {
      case 0, 0xFF: []
      case 1: [ByteField("daysAgo", 2..<3), ByteField("samples", 3..<15)]
      default: [ByteField("samples", 2..<15)]
      }
    }

    /// Returns the slots of all packets of an answer in order, the header first. Those of the packet with the day begin
    /// at byte `first`. `nil` if that packet is missing.
    static func slots(_ packets: [Packet], from first: Int) -> [UInt8]? {
      guard packets.count > 1 else { return nil }
      var slots: [UInt8] = []
      slots.reserveCapacity(packets.count * 13)
      packets[1].append(from: first, to: &slots)
      for packet in packets[2...] { packet.append(from: 2, to: &slots) }
      return slots
    }

    /// Encodes a log whose day has these bytes.
    static func packets(_ command: UInt8, intervalMinutes: Int, day: [UInt8], _ slots: [UInt8]) -> [Packet] {
      let first = 13 - day.count
      let further = max(0, slots.count - first + 12) / 13
      let header = Packet(command, [0, UInt8(clamping: 2 + further), UInt8(intervalMinutes)])
      return [header, Packet(command, [1] + day + slots.prefix(first))]
        + (0..<further).map { index in
          Packet(command, [UInt8(clamping: 2 + index)] + slots.dropFirst(first + index * 13).prefix(13))
        }
    }

    /// Replaces the values of a packet by others in `range`, for a redacted copy.
    static func redacted(
      _ packet: Packet, _ redaction: Redaction, from first: Int, _ range: ClosedRange<Int>
    ) -> Packet {
      switch packet[1] {
      case 0: packet.keeping(4)
      case 0xFF: packet.keeping(2)
      default: redaction.randomized(packet, (packet[1] == 1 ? first : 2)..<15, range)
      }
    }
  }
}
