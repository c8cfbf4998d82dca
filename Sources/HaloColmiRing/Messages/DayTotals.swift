extension ColmiRing {
  /// The totals of one day, in the older encoding of two packets.
  ///
  /// ```
  /// ← 07 00 00 25 01 27 00 00 2C 00 00 00 00 09 F8 81    6–8 steps · 9–11 running steps · 12–14 small calories, u24 BE
  /// ← 07 01 00 25 01 27 00 00 00 00 02 00 00 …           6–8 meters u24 BE · 9–10 active · 11–12 asleep, minutes u16 BE
  ///   0  1  2  3        6        9     11
  ///   1 part · 2 days ago · 3–5 date (BCD)
  /// ← 07 00 80 …                                         no data for that day; the following bytes are stale
  /// ```
  ///
  /// Some firmware always reports a distance of 0 here, although ``TodayTotals`` has it.
  public struct DayTotals: RingMessage {
    static let command: UInt8 = 0x07
    /// Maps the bytes of the first and of the second packet to the fields of the JSON line.
    static let byteMaps = [
      [
        ByteField("daysAgo", 2..<3), ByteField("date", 3..<6), ByteField("steps", 6..<9),
        ByteField("runningSteps", 9..<12), ByteField("kilocalories", 12..<15),
      ],
      [
        ByteField("daysAgo", 2..<3), ByteField("date", 3..<6), ByteField("meters", 6..<9),
        ByteField("activeMinutes", 9..<11), ByteField("sleepMinutes", 11..<13),
      ],
    ]
    static let form = PacketForm(
      command: command, byteMap: { isPart($0) ? byteMaps[Int($0[1])] : [] }, request: { .dayTotals(daysAgo: $0[1]) },
      redacted: { redacted($0, $1) })

    static let noDataMark: UInt8 = 0x80

    private let first: Packet
    private let second: Packet
    /// Days before today, 0…127.
    public var daysAgo: Int { Int(first[2]) }
    /// The day on the ring's clock.
    public let date: CalendarDate
    /// Steps, including running steps.
    public var steps: Int { first.u24BE(at: 6) }
    /// Steps while running.
    public var runningSteps: Int { first.u24BE(at: 9) }
    /// Energy in small calories (1000 = 1 kcal).
    public var calories: Int { first.u24BE(at: 12) }
    /// Distance in meters.
    public var meters: Int { second.u24BE(at: 6) }
    /// Minutes of activity.
    public var activeMinutes: Int { second.u16BE(at: 9) }
    /// Minutes asleep.
    public var sleepMinutes: Int { second.u16BE(at: 11) }

    /// Creates the totals of a day.
    public init(
      daysAgo: Int, date: CalendarDate, steps: Int, runningSteps: Int, calories: Int, meters: Int, activeMinutes: Int,
      sleepMinutes: Int
    ) {
      self.date = date
      let day = [UInt8(clamping: min(daysAgo, 127))] + BinaryCodedDecimal.bytes(of: date)
      let minutes = [activeMinutes, sleepMinutes].flatMap(Digits.u16BE)
      first = Packet(Self.command, [0] + day + [steps, runningSteps, calories].flatMap(Digits.u24BE))
      second = Packet(Self.command, [1] + day + Digits.u24BE(meters) + minutes)
    }

    /// Returns whether a packet is one of the two parts.
    static func isPart(_ packet: Packet) -> Bool {
      packet[1] < 2 && packet[2] < noDataMark && BinaryCodedDecimal.date(in: packet, at: 3) != nil
    }

    /// Returns whether two parts are of the same day.
    static func agree(_ one: Packet, _ other: Packet) -> Bool {
      (2...5).allSatisfy { one[$0] == other[$0] }
    }

    init?(first: Packet, second: Packet) {
      guard let date = BinaryCodedDecimal.date(in: first, at: 3) else { return nil }
      self.date = date
      self.first = first
      self.second = second
    }

    /// The encoded message.
    public var packets: [Packet] { [first, second] }

    var namedDates: [CalendarDate] { [date] }
    var today: CalendarDate? { date.adding(days: daysAgo) }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(totals: [
        DailyTotals(
          date: date, steps: steps, meters: meters, kilocalories: Double(calories) / 1000, activeMinutes: activeMinutes,
          provenance: context.provenance)
      ])
    }

    static func request(daysAgo: UInt8) -> Packet { Packet(command, [daysAgo]) }

    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      switch packet[1] {
      case 0xFF: return packet.keeping(2)
      case 0 where packet[2] != noDataMark:
        let totals = TodayTotals.randomized(isEmpty: packet.isZero(from: 6), redaction)
        return packet.keeping(6).replacing(6..<15, with: [UInt8](totals.prefix(9)))
      case 1:
        let values = [0, UInt8(redaction.number(0...19)), 0, 0, UInt8(redaction.number(0...90)), 1, 0x90]
        return packet.keeping(6).replacing(6..<13, with: values)
      default: return packet.keeping(3)
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("activeMinutes", activeMinutes)
      fields.field("date", date)
      fields.field("daysAgo", daysAgo)
      fields.field("kilocalories", FixedDecimal(calories, places: 3))
      fields.field("meters", meters)
      fields.field("runningSteps", runningSteps)
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("steps", steps)
      fields.field("type", "dayTotals")
    }
  }
}
