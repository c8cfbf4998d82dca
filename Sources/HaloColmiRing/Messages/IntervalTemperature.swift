extension ColmiRing {
  /// Skin temperatures of one day, measured at a fixed interval.
  ///
  /// ```
  /// → BC 77 … payload 01 00            0 days ago · 1 packet index
  /// ← BC 77 … payload 01 3C 01 00 2A 0E 00 00 …
  ///                   0  1  2  3  4–5   6–7
  ///   0 days ago · 1 minutes per slot · 2 number of packets · 3 packet index · 4 … slots, u16 LE: hundredths of a
  ///   degree Celsius, 0 if nothing was measured
  /// ```
  ///
  /// From one written source. It does not give the first slot of the second packet, so only the first packet is
  /// decoded.
  public struct IntervalTemperature: RingMessage, SlottedDay {
    static let form = BigDataForm(
      id: 0x77, log: .intervalTemperature,
      message: { try IntervalTemperature(payload: $0).map(Message.intervalTemperature) },
      request: { $0.count == 2 ? .intervalTemperature(daysAgo: $0[0], packet: $0[1]) : nil },
      redacted: { payload, redaction in
        var result = [UInt8](payload.prefix(4))
        for index in stride(from: 4, to: payload.count - 1, by: 2) {
          result.appendU16LE(payload.u16LE(at: index) == 0 ? 0 : redaction.number(3200...3500))
        }
        return result + [UInt8](repeating: 0, count: payload.count - result.count)
      })

    /// Days before today, 0…255.
    public let daysAgo: Int
    /// Minutes per slot, 1…255.
    public let intervalMinutes: Int
    /// The number of packets of the day, of which this is the first.
    public let packetCount: Int
    /// Every slot in hundredths of a degree Celsius, 0 if nothing was measured.
    public let slots: [UInt16]

    /// Creates the first slots of a day. Slots beyond the end of the day are cut off.
    public init(daysAgo: Int, intervalMinutes: Int = 60, packetCount: Int = 1, slots: [UInt16]) {
      self.daysAgo = daysAgo
      self.intervalMinutes = min(max(intervalMinutes, 1), 255)
      self.packetCount = packetCount
      self.slots = [UInt16](slots.prefix(1440 / self.intervalMinutes))
    }

    /// The measurements, in order of time.
    public var samples: [TemperatureSample] {
      filled { TemperatureSample(time: $0, celsius: FixedDecimal($1, places: 2)) }
    }

    /// `nil` if the slot length is 0, or if the packet is not the first; throws if the payload ends within a slot.
    init?(payload: [UInt8]) throws(PayloadTooShort) {
      guard payload.count >= 4, payload.count.isMultiple(of: 2) else { throw PayloadTooShort() }
      guard payload[1] > 0, payload[2] > 0, payload[3] == 0 else { return nil }
      let slots = stride(from: 4, to: payload.count, by: 2).map { UInt16(payload.u16LE(at: $0)) }
      guard slots.dropFirst(1440 / Int(payload[1])).allSatisfy({ $0 == 0 }) else { return nil }
      self.init(
        daysAgo: Int(payload[0]), intervalMinutes: Int(payload[1]), packetCount: Int(payload[2]), slots: slots)
    }

    static let logForm = LogForm(
      id: "skin-temperature-intervals", metrics: [.skinTemperature], bigDataID: form.id, hasDailyBigData: true,
      capability: .temperature, request: { .intervalTemperature(daysAgo: $0.daysAgo, packet: 0) })

    var log: Log? { .intervalTemperature }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { packetCount == 1 ? [today.adding(days: -daysAgo)] : [] }

    func readings(_ context: ReadingContext) -> Readings {
      let date = context.date(daysAgo: daysAgo)
      return Readings(samples: samples.map { context.sample(.skinTemperature, $0.celsius.doubleValue, date, $0.time) })
    }

    static func request(daysAgo: UInt8, packet: UInt8) -> BigData { form.request([daysAgo, packet]) }

    private struct Day: MessageFields {
      let log: IntervalTemperature

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("daysAgo", log.daysAgo)
        fields.field("samples", log.samples)
      }
    }

    /// Writes the same fields as ``TemperatureLog``.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("days", [Day(log: self)])
      fields.field("type", "temperatureLog")
    }
  }
}
