extension ColmiRing {
  /// Skin temperatures of several days.
  ///
  /// ```
  /// BC 25 … payload, for each day:  00 1E 8E 00 …
  ///                                 0  1  2
  ///   0 days ago · 1 minutes per slot (30) · 2 … one byte per slot: tenths of a degree above 20 °C, 0 if nothing was
  ///   measured
  /// ```
  ///
  /// From open clients; no capture of a ring with a temperature sensor was found.
  public struct TemperatureLog: RingMessage {
    static let form = BigDataForm(
      id: 0x25, log: .temperatureLog, message: { try TemperatureLog(payload: $0).map(Message.temperatureLog) },
      request: { $0.count == 1 ? .temperatureLog(days: $0[0]) : nil }, redacted: { redacted($0, $1) })

    /// One day.
    public struct Day: MessageFields, Hashable, SlottedDay {
      /// Days before today, 0…255.
      public let daysAgo: Int
      /// Minutes per slot, 1…255.
      public let intervalMinutes: Int
      /// The raw byte of every slot, 0 if nothing was measured.
      public let slots: [UInt8]

      /// Creates a day with 1440 ÷ `intervalMinutes` slots; missing ones are filled with 0.
      public init(daysAgo: Int, intervalMinutes: Int = 30, slots: [UInt8]) {
        self.daysAgo = daysAgo
        self.intervalMinutes = min(max(intervalMinutes, 1), 255)
        let count = 1440 / self.intervalMinutes
        self.slots = [UInt8](slots.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - slots.count))
      }

      /// The measurements, in order of time.
      public var samples: [TemperatureSample] {
        filled { TemperatureSample(time: $0, celsius: FixedDecimal(200 + $1, places: 1)) }
      }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("daysAgo", daysAgo)
        fields.field("samples", samples)
      }
    }

    /// The days in the ring's order.
    public let days: [Day]

    /// Creates a log of days.
    public init(days: [Day]) { self.days = days }

    /// `nil` if the slot length is 0; throws if the payload does not consist of whole days.
    init?(payload: [UInt8]) throws(PayloadTooShort) {
      var days: [Day] = []
      var position = 0
      while position < payload.count {
        guard position + 2 <= payload.count else { throw PayloadTooShort() }
        guard payload[position + 1] > 0 else { return nil }
        let interval = Int(payload[position + 1])
        let first = position + 2
        let end = first + 1440 / interval
        guard end <= payload.count else { throw PayloadTooShort() }
        days.append(
          Day(daysAgo: Int(payload[position]), intervalMinutes: interval, slots: [UInt8](payload[first..<end])))
        position = end
      }
      self.init(days: days)
    }

    /// The encoded message.
    public var bigData: BigData {
      BigData(
        id: Self.form.id,
        payload: days.flatMap { [UInt8(clamping: $0.daysAgo), UInt8($0.intervalMinutes)] + $0.slots })
    }

    static let logForm = LogForm(
      id: "skin-temperature", metrics: [.skinTemperature], bigDataID: form.id,
      capability: .temperature,
      request: { _ in .temperatureLog(days: 6) })

    var log: Log? { .temperatureLog }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { today.days(back: days.map(\.daysAgo)) }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(
        samples: days.flatMap { day in
          day.samples.map {
            context.sample(.skinTemperature, $0.celsius.doubleValue, context.date(daysAgo: day.daysAgo), $0.time)
          }
        })
    }

    static func request(days: UInt8) -> BigData { form.request([days]) }

    private static func redacted(_ payload: [UInt8], _ redaction: Redaction) -> [UInt8] {
      var result = [UInt8](repeating: 0, count: payload.count)
      var position = 0
      while position + 1 < payload.count {
        result[position] = payload[position]
        result[position + 1] = payload[position + 1]
        let interval = Int(payload[position + 1])
        let end = interval == 0 ? payload.count : min(position + 2 + 1440 / interval, payload.count)
        for index in position + 2..<max(end, position + 2) where payload[index] > 0 {
          result[index] = UInt8(redaction.number(120...150))
        }
        position = end
      }
      return result
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("days", days)
      fields.field("type", "temperatureLog")
    }
  }
}
