extension ColmiRing {
  /// Steps, energy and distance of one day, per quarter hour.
  ///
  /// ```
  /// ← 43 F0 04 01 …                                   header: 2 number of rows · 3 energy scale
  /// ← 43 25 12 15 18 00 04 63 00 25 00 14 00 …        one row
  ///   0  1  2  3  4  5  6  7     9     11
  ///   1–3 date (BCD) · 4 quarter hour 0…95 · 5 index · 6 row count · 7–8 energy · 9–10 steps · 11–12 meters, u16 LE
  /// ← 43 FF …                                         no data for that day
  /// ```
  ///
  /// With energy scale 1 the energy is in tens of small calories, otherwise in small calories (cross-checked: rows of
  /// 40,990 against 40,993 in ``TodayTotals``). Rows exist for active quarter hours only and arrive in any order.
  /// Without the header, the number of rows in each row shows when all have arrived.
  public struct Activity: RingMessage {
    static let command: UInt8 = 0x43
    /// Maps the bytes of a row to fields; all but the date are in the list `intervals`.
    static let rowByteMap = [
      ByteField("date", 1..<4), ByteField("intervals.time", 4..<5), ByteField("intervals.kilocalories", 7..<9),
      ByteField("intervals.steps", 9..<11), ByteField("intervals.meters", 11..<13),
    ]
    static let form = PacketForm(
      command: command, byteMap: { [0xF0, 0xFF].contains($0[1]) ? [] : rowByteMap },
      request: { .activity(daysAgo: $0[1]) }, redacted: { redacted($0, $1) })

    /// The activity of a quarter hour.
    public struct Interval: MessageFields, Hashable {
      /// Quarter hour of the day, 0…95.
      public let quarterHour: Int
      public let steps: Int
      /// Energy in small calories (1000 = 1 kcal).
      public let calories: Int
      /// Distance in meters.
      public let meters: Int

      /// Creates a row for `quarterHour` (0…95).
      public init(quarterHour: Int, steps: Int, calories: Int, meters: Int) {
        self.quarterHour = quarterHour
        self.steps = steps
        self.calories = calories
        self.meters = meters
      }

      /// The start of the quarter hour.
      public var time: TimeOfDay { TimeOfDay(minutes: quarterHour * 15) }
      /// Energy in kilocalories.
      public var kilocalories: Double { Double(calories) / 1000 }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("kilocalories", FixedDecimal(calories, places: 3))
        fields.field("meters", meters)
        fields.field("steps", steps)
        fields.field("time", time)
      }
    }

    private struct Totals: MessageFields {
      let calories: Int
      let meters: Int
      let steps: Int

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("kilocalories", FixedDecimal(calories, places: 3))
        fields.field("meters", meters)
        fields.field("steps", steps)
      }
    }

    /// The day on the ring's clock.
    public let date: CalendarDate
    /// The rows, ordered by time.
    public let intervals: [Interval]

    /// Creates a day; the rows are sorted by time.
    public init(date: CalendarDate, intervals: [Interval]) {
      self.date = date
      self.intervals = intervals.sorted { ($0.quarterHour, $0.steps) < ($1.quarterHour, $1.steps) }
    }

    /// The total number of steps in all rows.
    public var steps: Int { intervals.reduce(0) { $0 + $1.steps } }
    /// The total energy of all rows, in small calories (1000 = 1 kcal).
    public var calories: Int { intervals.reduce(0) { $0 + $1.calories } }
    /// The total distance of all rows, in meters.
    public var meters: Int { intervals.reduce(0) { $0 + $1.meters } }

    /// Returns whether a packet is a valid row: a date, a quarter hour below 96, and an index below the number of rows.
    static func isRow(_ packet: Packet) -> Bool {
      BinaryCodedDecimal.date(in: packet, at: 1) != nil && packet[4] < 96 && packet[5] < packet[6]
    }

    /// Decodes rows that all have the same date.
    init?(rows: [Packet], header: Packet?) {
      let newEnergyScale = header.map { $0[3] == 1 } ?? true
      guard let first = rows.first, let date = BinaryCodedDecimal.date(in: first, at: 1) else { return nil }
      self.init(
        date: date,
        intervals: rows.map { row in
          Interval(
            quarterHour: Int(row[4]), steps: row.u16LE(at: 9),
            calories: row.u16LE(at: 7) * (newEnergyScale ? 10 : 1), meters: row.u16LE(at: 11))
        })
    }

    /// The encoded answer: a header, and one row per interval.
    public var packets: [Packet] {
      let newScale = intervals.allSatisfy { $0.calories.isMultiple(of: 10) }
      let count = UInt8(clamping: intervals.count)
      let header = Packet(Self.command, [0xF0, count, newScale ? 1 : 0])
      return [header]
        + intervals.prefix(255).enumerated().map { index, interval in
          let place = [UInt8(clamping: interval.quarterHour), UInt8(index), count]
          let counts = [interval.calories / (newScale ? 10 : 1), interval.steps, interval.meters]
            .flatMap { Digits.u16LE(Int(UInt16(clamping: $0))) }
          return Packet(Self.command, BinaryCodedDecimal.bytes(of: date) + place + counts)
        }
    }

    static let logForm = LogForm(
      id: .activity, metrics: [.steps, .distance, .activeEnergy],
      request: { .activity(daysAgo: $0.daysAgo) })

    var log: Log? { .activity }
    var namedDates: [CalendarDate] { [date] }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { [date] }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(
        samples: intervals.flatMap { interval in
          let values = [
            (Metric.steps, Double(interval.steps)), (.distance, Double(interval.meters)),
            (.activeEnergy, interval.kilocalories),
          ]
          return values.map { context.sample($0, $1, date, interval.time, minutes: 15) }
        })
    }

    /// Requests the quarter hours 00…5F, in steps of 15 minutes.
    static func request(daysAgo: UInt8) -> Packet { Packet(command, [daysAgo, 0x0F, 0x00, 0x5F, 0x01]) }

    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      switch packet[1] {
      case 0xFF: return packet.keeping(2)
      case 0xF0: return packet.keeping(4)
      // A valid row has a quarter hour and an index below the number of rows.
      case _ where packet[4] > 95 || packet[5] >= packet[6] || packet[6] > 96: return packet.keeping(1)
      default:
        let steps = packet.u16LE(at: 9) == 0 ? 0 : redaction.number(1...900)
        return packet.keeping(7).replacing(7..<13, with: [steps * 4, steps, steps * 3 / 4].flatMap(Digits.u16LE))
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("date", date)
      fields.field("intervals", intervals)
      fields.field("totals", Totals(calories: calories, meters: meters, steps: steps))
      fields.field("type", "activity")
    }
  }
}
