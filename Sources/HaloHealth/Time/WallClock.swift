/// The date and time on a device's clock, without a time zone.
///
/// Rings keep a bare wall clock, whose meaning depends on the program that last set it. A `WallClock` is therefore only
/// what the device reported. It becomes a moment together with the offset from UTC. Printed as `YYYY-MM-DDTHH:MM:SS`.
public struct WallClock: Hashable, Sendable {
  /// Seconds between two midnights on a clock that is not changed in between.
  package static let secondsPerDay = 86_400

  /// The day.
  public let date: CalendarDate
  /// Seconds after that day's midnight, 0…86399.
  public let secondOfDay: Int

  /// A second of a day; seconds outside 0…86399 move into the days before or after.
  public init(date: CalendarDate, secondOfDay: Int) {
    self.init(secondsSince1970: date.daysSince1970 * Self.secondsPerDay + secondOfDay)
  }

  /// A minute of a day; minutes outside 0…1439 move into the days before or after.
  public init(date: CalendarDate, minuteOfDay: Int) {
    self.init(date: date, secondOfDay: minuteOfDay * 60)
  }

  /// A time of a day by the hour, the minute of the hour and the second of the minute.
  package init(date: CalendarDate, hour: Int, minute: Int, second: Int) {
    self.init(date: date, secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// The wall clock `seconds` after 1970-01-01T00:00:00 on the same clock (not a Unix time: no time zone is involved).
  public init(secondsSince1970 seconds: Int) {
    let day = seconds.floorDivided(by: Self.secondsPerDay)
    date = CalendarDate(daysSince1970: day)
    secondOfDay = seconds - day * Self.secondsPerDay
  }

  /// Seconds after 1970-01-01T00:00:00 on the same clock.
  public var secondsSince1970: Int { date.daysSince1970 * Self.secondsPerDay + secondOfDay }

  /// The time of day, without the seconds.
  public var time: TimeOfDay { TimeOfDay(minutes: secondOfDay / 60) }
  /// The second of the minute, 0…59.
  package var second: Int { secondOfDay % 60 }

  /// The wall clock `minutes` later (earlier if negative), without any change of the clock.
  public func adding(minutes: Int) -> WallClock {
    WallClock(secondsSince1970: secondsSince1970 + minutes * 60)
  }
}

extension WallClock: Comparable {
  /// The order on the same clock.
  public static func < (left: WallClock, right: WallClock) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

extension WallClock: CustomStringConvertible {
  /// The date and time as `YYYY-MM-DDTHH:MM:SS`.
  public var description: String { "\(date)T\(time):\(second.padded(to: 2))" }
}

extension WallClock: Encodable {
  /// Encodes `YYYY-MM-DDTHH:MM:SS`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
