extension EverestW311 {
  /// Sets the watch's clock, time format and unit of length.
  ///
  /// ```
  /// → BE 01 01 FE 00 01 04 04 07 EA 0B 14 05 08 0F 1E
  ///               4  5  6  7  8     10 11 12 13 14 15
  ///   metric: 0 · clockHours: 1 is 24 · minutesFromGMT: twice the hours, plus 80 west of Greenwich, sent twice
  ///   wallClock: year in two bytes, month, day, day of the week, hour, minute, second
  /// ```
  ///
  /// No source states clearly which number means metric units, or on which day a week begins: 0 and Sunday = 0 are
  /// assumed.
  public struct ClockSetting: WatchRequest, Hashable {
    static let command = Command(1, 0x01)

    /// The local time to set.
    public let wallClock: WallClock
    /// True for meters.
    public var isMetric: Bool { frame.payload[0] == 0 }
    /// True for the 24-hour format.
    public var is24Hours: Bool { frame.payload[1] == 1 }
    let frame: Frame

    /// Creates a setting; `secondsFromGMT` is the UTC offset.
    public init(_ wallClock: WallClock, secondsFromGMT: Int, isMetric: Bool = true, is24Hours: Bool = true) {
      self.wallClock = wallClock
      let halfHours = min(abs(secondsFromGMT) / 1800, 0x7F)
      let zone = UInt8(halfHours) | (secondsFromGMT < 0 && halfHours > 0 ? 0x80 : 0)
      var body: [UInt8] = [isMetric ? 0 : 1, is24Hours ? 1 : 0, zone, zone]
      body.append(wallClock.date)
      let time = wallClock.time
      body += [wallClock.date.weekday, time.hour, time.minute, wallClock.second].map { UInt8(clamping: $0) }
      frame = Frame(.app, Self.command, Frame.Mark.data, body)
    }

    init?(_ frame: Frame) {
      let body = frame.payload
      guard frame.command == Self.command, frame.mark == Frame.Mark.data, body.count == 12, body[0] < 2, body[1] < 2,
        body[2] == body[3], let date = body.date(at: 4), Int(body[8]) == date.weekday, body[9] < 24, body[10] < 60,
        body[11] < 60
      else { return nil }
      wallClock = WallClock(date: date, hour: Int(body[9]), minute: Int(body[10]), second: Int(body[11]))
      self.frame = frame
    }

    /// The UTC offset in minutes, in steps of half an hour.
    public var minutesFromGMT: Int { Int(frame.payload[2] & 0x7F) * (frame.payload[2] & 0x80 == 0 ? 30 : -30) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("clockHours", is24Hours ? 24 : 12)
      fields.field("metric", isMetric)
      fields.field("minutesFromGMT", minutesFromGMT)
      fields.field("type", "setTime")
      fields.field("wallClock", wallClock)
    }
  }
}
