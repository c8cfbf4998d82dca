public import HaloHealth
public import HaloWearables

extension EverestW311 {
  /// Sets the watch's clock, and how it shows the time and lengths.
  ///
  /// ```
  /// → BE 01 01 FE 00 01 04 04 07 EA 0B 14 05 08 0F 1E
  ///               4  5  6  7  8     10 11 12 13 14 15
  ///   metric: 0 · clockHours: 1 is 24 · minutesFromGMT: twice the hours, 80 and more west of Greenwich, two times
  ///   wallClock: year in two bytes, month, day, day of the week, hour, minute, second
  /// ```
  ///
  /// Which number stands for metric units, and on which day a week begins, no source says plainly: 0 and Sunday = 0 are taken.
  public struct ClockSetting: WatchRequest, Hashable {
    static let command = Command(1, 0x01)

    /// Which bytes hold which field of the JSON line.
    public static let byteMap = [
      ByteField("metric", 4..<5), ByteField("clockHours", 5..<6), ByteField("minutesFromGMT", 6..<8),
      ByteField("wallClock", 8..<16),
    ]

    /// What the clock is to show.
    public let wallClock: WallClock
    /// Whether lengths are in metres.
    public let isMetric: Bool
    /// Whether it shows 24 hours.
    public let is24Hours: Bool
    private let zone: UInt8

    /// A time here, `secondsFromGMT` ahead of Greenwich.
    public init(_ wallClock: WallClock, secondsFromGMT: Int, isMetric: Bool = true, is24Hours: Bool = true) {
      self.wallClock = wallClock
      self.isMetric = isMetric
      self.is24Hours = is24Hours
      let halfHours = min(abs(secondsFromGMT) / 1800, 0x7F)
      zone = UInt8(halfHours) | (secondsFromGMT < 0 && halfHours > 0 ? 0x80 : 0)
    }

    init?(_ frame: Frame) {
      let body = frame.payload
      guard frame.command == Self.command, frame.mark == Frame.Mark.data, body.count == 12, body[0] < 2, body[1] < 2,
        body[2] == body[3], let date = body.date(at: 4), Int(body[8]) == date.weekday, body[9] < 24, body[10] < 60,
        body[11] < 60
      else { return nil }
      wallClock = WallClock(date: date, hour: Int(body[9]), minute: Int(body[10]), second: Int(body[11]))
      isMetric = body[0] == 0
      is24Hours = body[1] == 1
      zone = body[2]
    }

    /// Minutes ahead of Greenwich, in half hours.
    public var minutesFromGMT: Int { Int(zone & 0x7F) * (zone & 0x80 == 0 ? 30 : -30) }

    var frame: Frame {
      var body: [UInt8] = [isMetric ? 0 : 1, is24Hours ? 1 : 0, zone, zone]
      body.append(wallClock.date)
      let time = wallClock.time
      body += [wallClock.date.weekday, time.hour, time.minute, wallClock.second].map { UInt8(clamping: $0) }
      return Frame(.app, Self.command, Frame.Mark.data, body)
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("clockHours", is24Hours ? 24 : 12)
      fields.field("metric", isMetric)
      fields.field("minutesFromGMT", minutesFromGMT)
      fields.field("type", "setTime")
      fields.field("wallClock", wallClock)
    }
  }
}
