extension EverestW311 {
  /// The activity totals of a day. The watch sends them live while that is turned on, and as the head of a day's
  /// history.
  ///
  /// ```
  /// ← DE 02 01 FE 07 EA 0B 14 00 00 20 DC 00 00 01 38 02 4E 00 4A
  ///               4     6  7  8           12          16    18
  ///   date: year in two bytes, month, day · meters: in tens
  /// ```
  public struct StepTotals: WatchMessage {
    static let command = DayHistory.command

    /// Encodes the command that turns live totals on or off.
    static func realTime(_ isOn: Bool) -> SimpleRequest {
      SimpleRequest(Command(2, isOn ? 0x03 : 0x04), "realTimeSteps", type: isOn ? "startRealTime" : "stopRealTime")
    }

    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("date", 4..<8), ByteField("steps", 8..<12), ByteField("kilocalories", 12..<16),
      ByteField("meters", 16..<18), ByteField("activeMinutes", 18..<20),
    ]

    let frame: Frame
    /// The day on the watch's clock.
    public let date: CalendarDate
    public var steps: Int { frame.payload.bigEndian(at: 4, width: 4) }
    /// Energy in kilocalories, as the watch estimates it.
    public var kilocalories: Int { frame.payload.bigEndian(at: 8, width: 4) }
    /// Distance in meters, a multiple of 10, as the watch estimates it.
    public var meters: Int { frame.payload.bigEndian(at: 12) * 10 }
    /// Minutes of activity.
    public var activeMinutes: Int { frame.payload.bigEndian(at: 14) }

    /// Creates totals of a day; values beyond the frame's range are clamped.
    public init(date: CalendarDate, steps: Int, kilocalories: Int, meters: Int, activeMinutes: Int) {
      self.date = date
      var body: [UInt8] = []
      body.append(date)
      body.append(bigEndian: min(max(steps, 0), 0xFFFF_FFFF), width: 4)
      body.append(bigEndian: min(max(kilocalories, 0), 0xFFFF_FFFF), width: 4)
      body.append(bigEndian: min(max(meters, 0), 0xFFFF * 10) / 10)
      body.append(bigEndian: min(max(activeMinutes, 0), 0xFFFF))
      frame = Frame(.watch, Self.command, Frame.Mark.data, body)
    }

    init?(_ frame: Frame) {
      guard frame.sender == .watch, frame.command == Self.command, frame.mark == Frame.Mark.data,
        frame.payload.count == 16, let date = frame.payload.date(at: 0)
      else { return nil }
      self.date = date
      self.frame = frame
    }

    /// The encoded frame.
    public var bytes: [UInt8] { frame.bytes }

    var frames: [[UInt8]] { [bytes] }

    /// The totals in Halo's data model.
    func totals(frames: [Int]) -> DailyTotals {
      DailyTotals(
        date: date, steps: steps, meters: meters, kilocalories: Double(kilocalories), activeMinutes: activeMinutes,
        provenance: Provenance(frames: frames, decoder: decoderName))
    }

    func statement(frames: [Int]) -> LogEntry? {
      LogEntry(
        log: .totals, readings: Readings(totals: [totals(frames: frames)]), days: [date], frames: frames,
        decoder: decoderName)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("activeMinutes", activeMinutes)
      fields.field("date", date)
      fields.field("kilocalories", kilocalories)
      fields.field("meters", meters)
      fields.field("steps", steps)
      fields.field("type", "realTimeSteps")
    }
  }
}
