extension ColmiRing {
  /// The night of one day, as H59MA firmware stores it.
  ///
  /// ```
  /// BC 11 … payload:  00  …(14)  start end  …(1)  02  types (40)  minutes (40)
  ///                   0          15    17   19    20  21          61
  ///   0 days ago · 15–16 start, 17–18 end in minutes after midnight, u16 LE · 20 number of periods, up to 40
  ///   21 … the code of each period's stage, as in ``SleepLog`` · 61 … its minutes
  /// ```
  ///
  /// From an analysis of the firmware; no capture was found.
  public struct SleepSummary: RingMessage {
    static let id: UInt8 = 0x11
    private static let length = 101
    private static let (types, minutes, most) = (21, 61, 40)
    static let form = BigDataForm(
      id: id, log: .sleepSummary, message: { try SleepSummary($0).map(Message.sleepSummary) },
      request: { $0.count == 1 ? .sleepSummary(daysAgo: $0[0]) : nil },
      // The record has parts of unknown meaning.
      redacted: { payload, _ in [payload[0]] + [UInt8](repeating: 0, count: payload.count - 1) })

    /// The days between the night's day and today, 0…255.
    public let daysAgo: Int
    /// The night; `nil` if the ring recorded none.
    public let night: SleepLog.Night?

    /// Creates the summary of a day; of a night, the first 40 periods.
    public init(daysAgo: Int, _ night: SleepLog.Night?) {
      self.daysAgo = daysAgo
      self.night = night
    }

    /// `nil` if the payload is invalid: another length, a time past the end of the day, or too many periods.
    init?(_ payload: [UInt8]) throws(PayloadTooShort) {
      guard payload.count >= Self.length else { throw PayloadTooShort() }
      let start = payload.u16LE(at: 15)
      let end = payload.u16LE(at: 17)
      let count = Int(payload[20])
      guard payload.count == Self.length, start < 1440, end < 1440, count <= Self.most else { return nil }
      let stages = (0..<count).map {
        SleepLog.Stretch(code: payload[Self.types + $0], minutes: Int(payload[Self.minutes + $0]))
      }
      let daysAgo = Int(payload[0])
      self.init(
        daysAgo: daysAgo,
        count == 0 ? nil : SleepLog.Night(daysAgo: daysAgo, start: start, end: end, stages: stages))
    }

    /// The encoded message.
    public var bigData: BigData {
      var payload = [UInt8](repeating: 0, count: Self.length)
      payload[0] = UInt8(clamping: daysAgo)
      if let night {
        payload.replaceSubrange(15..<19, with: [night.start, night.end].flatMap(Digits.u16LE))
        payload[20] = UInt8(min(night.stages.count, Self.most))
        for (index, stretch) in night.stages.prefix(Self.most).enumerated() {
          payload[Self.types + index] = stretch.code
          payload[Self.minutes + index] = UInt8(clamping: stretch.minutes)
        }
      }
      return BigData(id: Self.id, payload: payload)
    }

    static let logForm = LogForm(
      id: .sleep, sleep: .night, bigDataID: id, hasDailyBigData: true)

    var log: Log? { .sleepSummary }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { [today.adding(days: -daysAgo)] }
    func readings(_ context: ReadingContext) -> Readings {
      SleepLog(.sleep, nights: night.map { [$0] } ?? []).readings(context)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("daysAgo", daysAgo)
      if let night { fields.field("night", night) }
      fields.field("type", "sleepSummary")
    }
  }
}
