extension CalendarDate {
  /// The largest offset of a local time from UTC on Earth, east or west.
  public static let largestOffset = Duration.hours(14)

  /// The midnight at the beginning of the day, in local time.
  public var midnight: WallClock { WallClock(date: self, secondOfDay: 0) }

  /// The first moment at which it is this day anywhere on Earth, in UTC.
  public var earliestBeginning: Moment { Moment(midnight, secondsFromGMT: 0) - Self.largestOffset }

  /// The moment at which this day has ended everywhere on Earth, in UTC.
  public var latestEnd: Moment { Moment(midnight, secondsFromGMT: 0) + .days(1) + Self.largestOffset }
}
