extension ColmiRing {
  /// The sleep of one day in quarter hours, from firmware without the newer protocol for sleep.
  ///
  /// ```
  /// ← 44 F0 2C …                                    header
  /// ← 44 18 06 08 29 07 2C 05 0F 28 00 00 00 00 00  one row
  ///   0  1  2  3  4  5  6  7  8  9
  ///   1–3 date (BCD) · 4 quarter hour 0…95 · 5 index · 6 row count · 7 kind · 8 minutes of sleep, 0…15
  ///   9 quality: up to 50 deep, 128 awake, otherwise light
  /// ← 44 FF …                                       no data for that day
  /// ```
  ///
  /// The kinds are 1 and 2 for the begin and the end of the night, 3 and 4 for those of another sleep, 5 for sleep in
  /// between. There is no REM. The layout is from the vendor's SDK, and four rows of 2018 are consistent with it; no capture of
  /// a whole night was found.
  public struct SleepQuarters: RingMessage {
    static let command: UInt8 = 0x44
    /// Maps the bytes of a row to fields; all but the date are in the list `quarters`.
    static let rowByteMap = [
      ByteField("date", 1..<4), ByteField("quarters.time", 4..<5), ByteField("quarters.kind", 7..<8),
      ByteField("quarters.minutes", 8..<9), ByteField("quarters.stage", 9..<10),
    ]
    static let form = PacketForm(
      command: command, byteMap: { [0xF0, 0xFF].contains($0[1]) ? [] : rowByteMap },
      request: { $0[1] > oldest ? nil : .sleepQuarters(daysAgo: $0[1]) }, redacted: { redacted($0, $1) })

    /// The part of a sleep that a quarter hour has.
    public enum Kind: UInt8, Sendable, CaseIterable {
      case nightBegins = 1
      case nightEnds = 2
      /// Another sleep begins.
      case napBegins = 3
      /// Another sleep ends.
      case napEnds = 4
      case sleep = 5

      /// The names, in the order of the raw values, from 1.
      private static let names: [StaticString] = ["nightBegins", "nightEnds", "napBegins", "napEnds", "sleep"]
      var name: StaticString { Self.names[Int(rawValue) - 1] }
    }

    /// A quarter hour.
    public struct Quarter: MessageFields, Hashable {
      /// Quarter hour of the day, 0…95.
      public let index: Int
      /// The part of the sleep; `nil` for unknown codes.
      public let kind: Kind?
      /// Minutes of sleep, 0…15: the last ones of the quarter hour if the sleep begins, otherwise the first ones.
      public let minutes: Int
      /// The ring's quality, 0…255.
      public let quality: Int

      /// Creates a quarter hour of the day (0…95) with `minutes` of sleep (0…15) of a quality (0…255).
      public init(_ index: Int, _ kind: Kind?, minutes: Int, quality: Int) {
        self.index = index
        self.kind = kind
        self.minutes = minutes
        self.quality = quality
      }

      /// The start of the quarter hour.
      public var time: TimeOfDay { TimeOfDay(minutes: index * 15) }
      /// The stage of its sleep.
      public var stage: SleepStage { quality <= 50 ? .deep : quality == 128 ? .awake : .light }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("kind", kind?.name ?? "unknown")
        fields.field("minutes", minutes)
        if kind != nil { fields.field("stage", stage.rawValue) }
        fields.field("time", time)
      }
    }

    /// The day on the ring's clock.
    public let date: CalendarDate
    /// The quarter hours with data, ordered by time.
    public let quarters: [Quarter]

    /// Creates a day; the quarter hours are sorted by time.
    public init(date: CalendarDate, quarters: [Quarter]) {
      self.date = date
      self.quarters = quarters.sorted { $0.index < $1.index }
    }

    /// Decodes rows that all have the same date.
    init?(rows: [Packet]) {
      guard let first = rows.first, let date = BinaryCodedDecimal.date(in: first, at: 1) else { return nil }
      self.init(
        date: date,
        quarters: rows.map { row in
          Quarter(Int(row[4]), Kind(rawValue: row[7]), minutes: min(Int(row[8]), 15), quality: Int(row[9]))
        })
    }

    /// The encoded answer: a header, and one row per quarter hour.
    public var packets: [Packet] {
      let count = UInt8(clamping: quarters.count)
      return [Packet(Self.command, [0xF0, count])]
        + quarters.enumerated().map { index, quarter in
          Packet(
            Self.command,
            BinaryCodedDecimal.bytes(of: date) + [
              UInt8(clamping: quarter.index), UInt8(clamping: index), count, quarter.kind?.rawValue ?? 0,
              UInt8(clamping: quarter.minutes), UInt8(clamping: quarter.quality),
            ])
        }
    }

    var log: Log? { .sleepQuarters }
    var namedDates: [CalendarDate] { [date] }

    static let logForm = LogForm(id: "sleep-quarters")
    /// The most days ago that the vendor's SDK requests.
    static let oldest = 29

    /// Requests the quarter hours 00…5F, in steps of 15 minutes.
    static func request(daysAgo: UInt8) -> Packet { Packet(command, [daysAgo, 0x0F, 0x00, 0x5F]) }

    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      switch packet[1] {
      case 0xFF: packet.keeping(2)
      case 0xF0: packet.keeping(3)
      case _ where !Activity.isRow(packet): packet.keeping(1)
      default: packet.keeping(9).replacing(9..<10, with: [UInt8(redaction.number(20...100))])
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("date", date)
      fields.field("quarters", quarters)
      fields.field("type", "sleepQuarters")
    }
  }
}
