extension ColmiRing {
  /// The stress scores or HRV values of one day.
  ///
  /// ```
  /// ← 37 00 05 1E …             header: 2 number of packets including this one · 3 minutes per slot (30)
  /// ← 37 01 00 v v …            2 days ago · 3–14 twelve slots
  /// ← 37 02 v v …               2–14 thirteen slots, up to 37 04
  ///   0  1  2
  /// ← 37 FF …                   no data for that day          (39 in place of 37 for HRV)
  /// ```
  ///
  /// A slot contains the score or milliseconds, 0 if nothing was measured. Slot 0 is midnight on the ring's clock.
  public struct HalfHourLog: RingMessage, SlottedDay {
    static let forms = Quantity.allCases.map { quantity in
      PacketForm(
        command: quantity.command, byteMap: SlotPackets.byteMap, request: { .halfHourLog(quantity, daysAgo: $0[1]) },
        redacted: { SlotPackets.redacted($0, $1, from: 3, 20...70) })
    }

    /// The measured quantity.
    public enum Quantity: Sendable, CaseIterable {
      /// Stress scores. The vendor's ranges: 1–29 relaxed, 30–59 normal, 60–79 medium, 80–99 high.
      case stress
      /// HRV in milliseconds.
      case hrv

      var command: UInt8 { self == .stress ? 0x37 : 0x39 }
    }

    /// One measurement.
    public struct Sample: MessageFields, Hashable {
      let quantity: Quantity
      /// The start of the slot.
      public let time: TimeOfDay
      /// Score or milliseconds, 1…255.
      public let value: Int

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        if quantity == .hrv { fields.field("milliseconds", value) }
        fields.field("time", time)
        if quantity == .stress { fields.field("value", value) }
      }
    }

    /// The measured quantity.
    public let quantity: Quantity
    /// Days before today, 0…255.
    public let daysAgo: Int
    /// Minutes per slot, 1…255.
    public let intervalMinutes: Int
    /// The value of every slot, 0 if nothing was measured.
    public let slots: [UInt8]

    /// Creates a day's log. Slots beyond the end of the day are cut off.
    public init(_ quantity: Quantity, daysAgo: Int, intervalMinutes: Int = 30, slots: [UInt8]) {
      self.quantity = quantity
      self.daysAgo = daysAgo
      self.intervalMinutes = min(max(intervalMinutes, 1), 255)
      self.slots = [UInt8](slots.prefix(1440 / self.intervalMinutes))
    }

    /// The measurements, in order of time.
    public var samples: [Sample] { filled { Sample(quantity: quantity, time: $0, value: $1) } }

    /// Decodes all packets of an answer in order, the header first.
    init?(_ packets: [Packet], of quantity: Quantity) {
      guard let slots = SlotPackets.slots(packets, from: 3) else { return nil }
      self.init(quantity, daysAgo: Int(packets[1][2]), intervalMinutes: Int(packets[0][3]), slots: slots)
    }

    /// The encoded message.
    public var packets: [Packet] {
      SlotPackets.packets(
        quantity.command, intervalMinutes: intervalMinutes, day: [UInt8(clamping: daysAgo)], slots)
    }

    static let stressLogForm = LogForm(
      id: "stress", metrics: [.stress], capability: .stress,
      request: { .halfHourLog(.stress, daysAgo: $0.daysAgo) })
    static let hrvLogForm = LogForm(
      id: "hrv", metrics: [.heartRateVariability], capability: .hrv,
      request: { .halfHourLog(.hrv, daysAgo: $0.daysAgo) })

    var log: Log? { quantity == .stress ? .stressLog : .hrvLog }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { [today.adding(days: -daysAgo)] }

    func readings(_ context: ReadingContext) -> Readings {
      let metric: Metric = quantity == .stress ? .stress : .heartRateVariability
      let date = context.date(daysAgo: daysAgo)
      return Readings(samples: samples.map { context.sample(metric, Double($0.value), date, $0.time) })
    }

    static func request(_ quantity: Quantity, daysAgo: UInt8) -> Packet { Packet(quantity.command, [daysAgo]) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("daysAgo", daysAgo)
      fields.field("samples", samples)
      fields.field("type", quantity == .stress ? "stressLog" : "hrvLog")
    }
  }
}
