extension ColmiRing {
  /// The days of which the ring has data.
  ///
  /// ```
  /// ← 46 00 00 00 0D …   bits 0, 2 and 3: today, and two and three days ago
  ///   0  1–4 bit mask of days ago, u32 BE
  /// ```
  ///
  /// From the vendor's SDK; no capture was found.
  public struct StoredDays: RingMessage {
    static let command: UInt8 = 0x46
    static let form = PacketForm(
      command: command, message: { .storedDays(StoredDays($0)) }, request: { $0.isZero(from: 1) ? .storedDays : nil },
      redacted: { packet, _ in packet.keeping(5) })

    /// The days with data, in days ago: 0…31.
    public let daysAgo: [Int]

    /// Creates a list of days, in days ago (0…31).
    public init(daysAgo: [Int]) { self.daysAgo = daysAgo.sorted() }

    init(_ packet: Packet) {
      let mask = packet.u16BE(at: 1) << 16 | packet.u16BE(at: 3)
      daysAgo = (0..<32).filter { mask >> $0 & 1 == 1 }
    }

    /// The encoded message.
    public var packet: Packet {
      let mask = daysAgo.reduce(0) { $0 | 1 << $1 }
      return Packet(Self.command, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mask >> $0) })
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("daysAgo", daysAgo.map { FixedDecimal($0, places: 0) })
      fields.field("type", "storedDays")
    }
  }
}
