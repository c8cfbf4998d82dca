extension ColmiRing {
  /// The automatic heart rates of one day.
  ///
  /// ```
  /// ← 15 00 18 05 …             header: 2 number of packets including this one · 3 minutes per slot
  /// ← 15 01 80 AD B6 66 v v …   2–5 timestamp u32 LE · 6–14 nine slots
  /// ← 15 02 v v …               2–14 thirteen slots, up to 15 17
  ///   0  1  2
  /// ← 15 FF …                   no data for that day
  /// ```
  ///
  /// The timestamp is the ring's local time encoded as if it were UTC. Some rings repeat the requested timestamp, so
  /// only its day is used: slot 0 is always midnight. `FF FF FF FF` is not a time: such a log has no day. A slot
  /// contains beats per minute, 0 if nothing was measured.
  public struct HeartRateLog: RingMessage, SlottedDay {
    static let command: UInt8 = 0x15
    static let form = PacketForm(
      command: command,
      byteMap: { packet in
        switch packet[1] {
        case 0: [ByteField("intervalMinutes", 3..<4)]
        case 1: [ByteField("date", 2..<6), ByteField("samples", 6..<15)]
        case 0xFF: []
        default: [ByteField("samples", 2..<15)]
        }
      }, request: { .heartRateLog(timestamp: $0.u32LE(at: 1)) },
      redacted: { SlotPackets.redacted($0, $1, from: 6, 52...110) })

    /// One measurement.
    public struct Sample: MessageFields, Hashable {
      /// The start of the slot.
      public let time: TimeOfDay
      /// Beats per minute, 1…255.
      public let bpm: Int

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("bpm", bpm)
        fields.field("time", time)
      }
    }

    /// The timestamp as sent.
    public let timestamp: UInt32
    /// Minutes per slot, 1…255.
    public let intervalMinutes: Int
    /// Beats per minute of every slot of the day, 0 if nothing was measured.
    public let slots: [UInt8]

    /// Creates a day's log. Slots beyond the end of the day are cut off.
    public init(timestamp: UInt32, intervalMinutes: Int, slots: [UInt8]) {
      self.timestamp = timestamp
      self.intervalMinutes = min(max(intervalMinutes, 1), 255)
      self.slots = [UInt8](slots.prefix(1440 / self.intervalMinutes))
    }

    /// True if the log has a day: the timestamp is not `FF FF FF FF`.
    public var isDated: Bool { timestamp != .max }

    /// The day on the ring's clock; meaningless if the log is not dated.
    public var date: CalendarDate { Self.date(timestamp) }

    /// The measurements, in order of time.
    public var samples: [Sample] { filled { Sample(time: $0, bpm: $1) } }

    /// Decodes all packets of an answer in order, the header first.
    init?(_ packets: [Packet]) {
      guard let slots = SlotPackets.slots(packets, from: 6) else { return nil }
      self.init(timestamp: packets[1].u32LE(at: 2), intervalMinutes: Int(packets[0][3]), slots: slots)
    }

    /// The encoded message.
    public var packets: [Packet] {
      SlotPackets.packets(
        Self.command, intervalMinutes: intervalMinutes, day: timestamp.littleEndianBytes, slots)
    }

    static let logForm = LogForm(
      id: .heartRate, metrics: [.heartRate], request: { .heartRateLog(of: $0.date) })

    var log: Log? { .heartRateLog }
    var namedDates: [CalendarDate] { isDated ? [date] : [] }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { namedDates }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(samples: !isDated ? [] : samples.map { context.sample(.heartRate, Double($0.bpm), date, $0.time) })
    }

    static func date(_ timestamp: UInt32) -> CalendarDate { WallClock(secondsSince1970: Int(timestamp)).date }

    static func request(timestamp: UInt32) -> Packet { Packet(command, timestamp.littleEndianBytes) }

    /// Writes the fields of the request.
    static func writeRequest<Fields: FieldWriter>(timestamp: UInt32, to fields: inout Fields) {
      if timestamp != .max { fields.field("date", date(timestamp)) }
      fields.request(of: "heartRateLog")
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if isDated { fields.field("date", date) }
      fields.field("intervalMinutes", intervalMinutes)
      fields.field("samples", samples)
      fields.field("type", "heartRateLog")
    }
  }
}
