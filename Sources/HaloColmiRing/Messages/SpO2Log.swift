extension ColmiRing {
  /// SpO₂ of several days, per hour.
  ///
  /// ```
  /// BC 2A … payload, 49 bytes per day:  01 00 00 61 61 …
  ///                                     0  1  2  3  4
  ///   0 days ago · 1 + 2h lowest, 2 + 2h highest percent of hour h, 0 if nothing was measured
  /// ```
  ///
  /// The oldest day comes first. Days may be missing, and their number is not limited.
  public struct SpO2Log: RingMessage {
    static let form = BigDataForm(
      id: 0x2A, log: .spo2Log, message: { try .spo2Log(SpO2Log(payload: $0)) },
      request: { $0.count == 1 ? .spo2Log(daysAgo: BigDataForm.daysAgo($0[0])) : nil },
      redacted: { payload, _ in redacted(payload) })

    static let bytesPerDay = 49

    /// The range of one hour.
    public struct Hour: MessageFields, Hashable {
      /// Hour of the day, 0…23.
      public let hour: Int
      /// Lowest SpO₂ in percent; `nil` if not measured.
      public let minimum: Int?
      /// Highest saturation in percent; `nil` if not measured.
      public let maximum: Int?

      /// Creates the range of `hour` (0…23).
      public init(hour: Int, minimum: Int?, maximum: Int?) {
        self.hour = hour
        self.minimum = minimum
        self.maximum = maximum
      }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("hour", hour)
        fields.field("maximum", ifPresent: maximum)
        fields.field("minimum", ifPresent: minimum)
      }
    }

    /// One day.
    public struct Day: MessageFields, Hashable {
      /// Days before today, 0…255.
      public let daysAgo: Int
      /// The hours with a measurement, in order.
      public let hours: [Hour]

      /// Creates a day with its hours in order.
      public init(daysAgo: Int, hours: [Hour]) {
        self.daysAgo = daysAgo
        self.hours = hours
      }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("daysAgo", daysAgo)
        fields.field("hours", hours)
      }
    }

    /// The days, oldest first.
    public let days: [Day]

    /// Creates a log; the days are sorted, oldest first.
    public init(days: [Day]) {
      self.days = days.sorted { $0.daysAgo > $1.daysAgo }
    }

    /// Throws if the payload does not consist of whole days.
    init(payload: [UInt8]) throws(PayloadTooShort) {
      guard payload.count.isMultiple(of: Self.bytesPerDay) else { throw PayloadTooShort() }
      self.init(
        days: stride(from: 0, to: payload.count, by: Self.bytesPerDay).map { base in
          let hours = (0..<24).compactMap { hour -> Hour? in
            let low = Int(payload[base + 1 + 2 * hour])
            let high = Int(payload[base + 2 + 2 * hour])
            return low == 0 && high == 0
              ? nil : Hour(hour: hour, minimum: low == 0 ? nil : low, maximum: high == 0 ? nil : high)
          }
          return Day(daysAgo: Int(payload[base]), hours: hours)
        })
    }

    /// The encoded message.
    public var bigData: BigData {
      var payload: [UInt8] = []
      for day in days {
        var bytes = [UInt8](repeating: 0, count: Self.bytesPerDay)
        bytes[0] = UInt8(clamping: day.daysAgo)
        for hour in day.hours where (0..<24).contains(hour.hour) {
          bytes[1 + 2 * hour.hour] = UInt8(clamping: hour.minimum ?? 0)
          bytes[2 + 2 * hour.hour] = UInt8(clamping: hour.maximum ?? 0)
        }
        payload += bytes
      }
      return BigData(id: Self.form.id, payload: payload)
    }

    static let logForm = LogForm(
      id: "spo2", metrics: [.oxygenSaturationMinimum, .oxygenSaturationMaximum], bigDataID: form.id,
      capability: .spo2, request: { _ in .spo2Log(daysAgo: nil) })

    var log: Log? { .spo2Log }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { today.days(back: days.map(\.daysAgo)) }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(
        samples: days.flatMap { day in
          day.hours.flatMap { hour in
            let range = [(Metric.oxygenSaturationMinimum, hour.minimum), (.oxygenSaturationMaximum, hour.maximum)]
            return range.compactMap { metric, value in
              value.map {
                context.sample(
                  metric, Double($0), context.date(daysAgo: day.daysAgo), TimeOfDay(minutes: hour.hour * 60),
                  minutes: 60)
              }
            }
          }
        })
    }

    static func request(daysAgo: UInt8?) -> BigData { form.request([daysAgo ?? BigDataForm.allDays]) }

    private static func redacted(_ payload: [UInt8]) -> [UInt8] {
      payload.enumerated().map { index, byte in
        index % bytesPerDay == 0 || byte == 0 ? byte : index.isMultiple(of: 2) ? 98 : 95
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("days", days)
      fields.field("type", "spo2Log")
    }
  }
}
