extension ColmiRing {
  /// Today's activity totals.
  ///
  /// ```
  /// ← 48 00 04 6E 00 00 00 00 A0 21 00 03 51 00 1B EA
  ///   0  1        4        7        10       13
  ///   1–3 steps · 4–6 running steps · 7–9 energy in small calories · 10–12 meters, u24 BE
  ///   13–14 active minutes, u16 BE
  /// ```
  public struct TodayTotals: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("steps", 1..<4), ByteField("runningSteps", 4..<7), ByteField("kilocalories", 7..<10),
      ByteField("meters", 10..<13), ByteField("activeMinutes", 13..<15),
    ]

    static let command: UInt8 = 0x48
    static let form = PacketForm(
      command: command, byteMap: { _ in byteMap }, message: { .todayTotals(TodayTotals($0)) },
      request: { _ in .todayTotals },
      redacted: { $0.replacing(1..<15, with: randomized(isEmpty: $0.isZero(from: 1), $1)) })

    /// The encoded message.
    public let packet: Packet
    /// Steps, including running steps.
    public var steps: Int { packet.u24BE(at: 1) }
    /// Steps while running.
    public var runningSteps: Int { packet.u24BE(at: 4) }
    /// Energy in small calories (1000 = 1 kcal).
    public var calories: Int { packet.u24BE(at: 7) }
    /// Distance in meters.
    public var meters: Int { packet.u24BE(at: 10) }
    /// Minutes of activity.
    public var activeMinutes: Int { packet.u16BE(at: 13) }

    /// Creates today's totals.
    public init(steps: Int, runningSteps: Int, calories: Int, meters: Int, activeMinutes: Int) {
      let body = [steps, runningSteps, calories, meters].flatMap(Digits.u24BE) + Digits.u16BE(activeMinutes)
      packet = Packet(Self.command, body)
    }

    /// Energy in kilocalories.
    public var kilocalories: Double { Double(calories) / 1000 }

    init(_ packet: Packet) { self.packet = packet }

    /// A sync requests today's totals in this form, and not as ``DayTotals``.
    static let logForm = LogForm(
      id: .totals, isTodayOnly: true, request: { _ in .todayTotals })

    var log: Log? { .dayTotals }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { [today] }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(totals: [
        DailyTotals(
          date: context.today, steps: steps, meters: meters, kilocalories: kilocalories, activeMinutes: activeMinutes,
          provenance: context.provenance)
      ])
    }

    /// Invents bytes 1–14 for a redacted copy.
    static func randomized(isEmpty: Bool, _ redaction: Redaction) -> [UInt8] {
      guard !isEmpty else { return [] }
      let steps = redaction.number(2000...12_000)
      return [steps, steps / 20, steps * 40, steps * 3 / 4].flatMap(Digits.u24BE) + Digits.u16BE(steps / 100)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("activeMinutes", activeMinutes)
      fields.field("kilocalories", FixedDecimal(calories, places: 3))
      fields.field("meters", meters)
      fields.field("runningSteps", runningSteps)
      fields.field("steps", steps)
      fields.field("type", "todayTotals")
    }
  }
}
