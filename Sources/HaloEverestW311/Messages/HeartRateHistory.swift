extension EverestW311 {
  /// The heart rates of a day: a head with the first ten, then packets of twenty without a head, then `DE 02 10 ED`.
  ///
  /// ```
  /// ← DE 02 10 FE 07 EA 0B 14 01 20 3E 3D 00 40 …
  ///               4     6  7  8     10
  ///   4–7 date · 8–9 number of rates · from 10 on beats per minute, one per five minutes, 0 if nothing was measured
  /// ```
  ///
  /// Older firmware has a number of one byte, and one rate per half hour. From documents only.
  public struct HeartRateHistory: WatchMessage {
    static let command = Command(2, 0x10)

    static func question(_ date: CalendarDate) -> SimpleRequest {
      SimpleRequest(command, Message.Topic.heartRate.name, mark: Frame.Mark.data, on: date)
    }

    /// The day.
    public let date: CalendarDate
    /// Minutes between two rates: 5, or 30.
    public let intervalMinutes: Int
    /// Beats per minute from midnight on, 0 if nothing was measured.
    public let rates: [UInt8]

    /// Creates a history of five-minute or half-hourly rates from midnight on; rates beyond the day are dropped.
    public init(date: CalendarDate, rates: [UInt8], isHalfHourly: Bool = false) {
      self.date = date
      intervalMinutes = isHalfHourly ? 30 : 5
      let kept = [UInt8](rates.prefix(1440 / intervalMinutes))
      // A one-byte number must be more than 1 to be distinguishable from a two-byte one.
      self.rates = kept + [UInt8](repeating: 0, count: isHalfHourly ? max(0, 2 - kept.count) : 0)
    }

    /// Decodes a head and the packets after it; `nil` if the number of rates does not match the head.
    init?(_ packets: [[UInt8]]) {
      guard let head = packets.first, let frame = Frame(head), frame.command == Self.command,
        frame.mark == Frame.Mark.data, frame.payload.count >= 6, let date = frame.payload.date(at: 0)
      else { return nil }
      let body = frame.payload[4...] + packets.dropFirst().joined()
      let first = Int(frame.payload[4])
      // In two bytes, 288 is 01 20, and less than 256 begins with 0: a first byte above 1 is a one-byte number.
      let isHalfHourly = first > 1
      let count = isHalfHourly ? first : first << 8 | Int(frame.payload[5])
      let rates = [UInt8](body.dropFirst(isHalfHourly ? 1 : 2))
      // An additional packet is a repetition, or belongs to another message.
      guard count <= (isHalfHourly ? 48 : 288), (count..<count + 20).contains(rates.count) else { return nil }
      self.init(date: date, rates: [UInt8](rates.prefix(count)), isHalfHourly: isHalfHourly)
    }

    /// The encoded packets, including the end.
    public var packets: [[UInt8]] {
      var body: [UInt8] = []
      body.append(date)
      body.append(bigEndian: rates.count, width: intervalMinutes == 5 ? 2 : 1)
      body += rates
      let whole = Frame(.watch, Self.command, Frame.Mark.data, body).bytes
      return stride(from: 0, to: whole.count, by: 20).map { [UInt8](whole[$0..<min($0 + 20, whole.count)]) }
        + [Frame(.watch, Self.command, Frame.Mark.end).bytes]
    }

    /// The measurements, in order of time.
    var samples: [(time: TimeOfDay, bpm: Int)] {
      rates.enumerated().compactMap { index, rate in
        rate == 0 ? nil : (TimeOfDay(minutes: index * intervalMinutes), Int(rate))
      }
    }

    var frames: [[UInt8]] { packets }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .heartRateHistory(date) }

    func statement(frames: [Int]) -> LogEntry? {
      let provenance = Provenance(frames: frames, decoder: decoderName)
      let readings = samples.map {
        Sample(
          .heartRate, Double($0.bpm), start: WallClock(date: date, minuteOfDay: $0.time.minutes), source: .log,
          provenance: provenance)
      }
      return LogEntry(
        log: .heartRate, readings: Readings(samples: readings), days: [date], metrics: [.heartRate],
        frames: frames, decoder: decoderName)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("date", date)
      fields.field("intervalMinutes", intervalMinutes)
      fields.field("of", "heartRate")
      fields.field("samples", samples.map { RateFields(time: $0.time, bpm: $0.bpm) })
      fields.field("type", "history")
      fields.field("verified", false)
    }
  }

  private struct RateFields: MessageFields {
    let time: TimeOfDay
    let bpm: Int

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("bpm", bpm)
      fields.field("time", time)
    }
  }
}
