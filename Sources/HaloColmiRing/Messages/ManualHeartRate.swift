extension ColmiRing {
  /// Heart rates that the wearer measured manually.
  ///
  /// ```
  /// BC 28 … payload, 4 bytes per measurement:  00 96 04 59
  ///                                            0  1–2   3
  ///   0 days ago · 1–2 minutes after midnight, u16 LE · 3 beats per minute
  /// ```
  ///
  /// Inferred from one captured measurement (19:34, 89 bpm).
  public struct ManualHeartRate: RingMessage {
    static let form = BigDataForm(
      id: 0x28, log: .manualHeartRate, message: { ManualHeartRate(payload: $0).map(Message.manualHeartRate) },
      request: { $0.count == 1 ? .manualHeartRate(daysAgo: $0[0]) : nil },
      redacted: { payload, redaction in
        payload.enumerated().map { index, byte in
          index % 4 == 3 && byte > 0 ? UInt8(redaction.number(55...100)) : byte
        }
      })

    /// One measurement.
    public struct Sample: MessageFields, Hashable {
      /// Days before today, 0…255.
      public let daysAgo: Int
      /// The time of the measurement.
      public let time: TimeOfDay
      /// Beats per minute; 0 if the measurement failed.
      public let bpm: Int

      /// Creates a measurement; `bpm` is 0…255.
      public init(daysAgo: Int, time: TimeOfDay, bpm: Int) {
        self.daysAgo = daysAgo
        self.time = time
        self.bpm = bpm
      }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("bpm", bpm)
        fields.field("daysAgo", daysAgo)
        fields.field("time", time)
      }
    }

    /// The measurements in the ring's order.
    public let samples: [Sample]

    /// Creates a log of measurements.
    public init(samples: [Sample]) { self.samples = samples }

    /// `nil` if the payload is not a multiple of 4 bytes, or if a time is past the end of the day.
    init?(payload: [UInt8]) {
      guard payload.count.isMultiple(of: 4) else { return nil }
      var samples: [Sample] = []
      for base in stride(from: 0, to: payload.count, by: 4) {
        let minutes = payload.u16LE(at: base + 1)
        guard minutes < 1440 else { return nil }
        samples.append(
          Sample(daysAgo: Int(payload[base]), time: TimeOfDay(minutes: minutes), bpm: Int(payload[base + 3])))
      }
      self.init(samples: samples)
    }

    /// The encoded message.
    public var bigData: BigData {
      BigData(
        id: Self.form.id,
        payload: samples.flatMap {
          [UInt8(clamping: $0.daysAgo)] + Digits.u16LE($0.time.minutes) + [UInt8(clamping: $0.bpm)]
        })
    }

    static let logForm = LogForm(
      id: "manual-heart-rate", metrics: [.heartRate], bigDataID: form.id,
      capability: .manualHeartRate, request: { _ in .manualHeartRate(daysAgo: 0) })

    var log: Log? { .manualHeartRate }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { today.days(back: samples.map(\.daysAgo)) }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(
        samples: samples.filter { $0.bpm > 0 }.map {
          context.sample(.heartRate, Double($0.bpm), context.date(daysAgo: $0.daysAgo), $0.time, source: .manual)
        })
    }

    static func request(daysAgo: UInt8) -> BigData { form.request([daysAgo]) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("samples", samples.filter { $0.bpm > 0 })
      fields.field("type", "manualHeartRate")
    }
  }
}
