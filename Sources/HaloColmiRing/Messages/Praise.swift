extension ColmiRing {
  /// The wearer's praise counts (tasbih) per hour of a day.
  ///
  /// ```
  /// → 7A 01 00                  1 read · 2 days ago
  /// ← 7A 00 05 3C …             header: 2 number of packets including this one · 3 minutes per slot (60)
  /// ← 7A 01 00 v v …            2 days ago · 3–14 twelve slots
  /// ← 7A 02 v v …               2–14 thirteen slots, up to 7A 04
  ///   0  1  2
  /// ← 7A FF …                   no data for that day
  /// ```
  ///
  /// The framing is from captures that contain only zeros. That a slot is a byte is inferred from the logs of stress
  /// and HRV, which have the same header. Bytes after the day's last slot would refute it: such an answer stays
  /// unknown.
  public struct Praise: RingMessage, SlottedDay {
    static let form = PacketForm(
      command: 0x7A, byteMap: SlotPackets.byteMap, request: { $0[1] == 1 ? .praise(daysAgo: $0[2]) : nil },
      redacted: { SlotPackets.redacted($0, $1, from: 3, 1...99) })

    /// The count of one slot.
    public struct Sample: MessageFields, Hashable {
      /// The start of the slot.
      public let time: TimeOfDay
      /// The count, 1…255.
      public let count: Int

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("count", count)
        fields.field("time", time)
      }
    }

    /// Days before today, 0…255.
    public let daysAgo: Int
    /// Minutes per slot, 1…255.
    public let intervalMinutes: Int
    /// The count of every slot of the day.
    public let slots: [UInt8]

    /// Creates a day's counts. Slots beyond the end of the day are cut off.
    public init(daysAgo: Int, intervalMinutes: Int = 60, slots: [UInt8]) {
      self.daysAgo = daysAgo
      self.intervalMinutes = min(max(intervalMinutes, 1), 255)
      self.slots = [UInt8](slots.prefix(1440 / self.intervalMinutes))
    }

    /// The slots with a count, in order of time.
    public var samples: [Sample] { filled { Sample(time: $0, count: $1) } }

    /// Decodes all packets of an answer in order, the header first; `nil` if there are bytes after the day's last slot.
    init?(_ packets: [Packet]) {
      guard let slots = SlotPackets.slots(packets, from: 3) else { return nil }
      self.init(daysAgo: Int(packets[1][2]), intervalMinutes: Int(packets[0][3]), slots: slots)
      guard slots.dropFirst(self.slots.count).allSatisfy({ $0 == 0 }) else { return nil }
    }

    static let logForm = LogForm(id: "praise-counts")

    static func request(daysAgo: UInt8) -> Packet { Packet(form.command, [1, daysAgo]) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("count", slots.reduce(0) { $0 + Int($1) })
      fields.field("daysAgo", daysAgo)
      fields.field("samples", samples)
      fields.field("type", "praise")
    }
  }
}
