extension CalendarDate {
  /// The largest difference of a clock on the wall from UTC, east or west, that a place on Earth has.
  public static let largestOffset = Duration.hours(14)

  /// The midnight that begins the day, on the clock on the wall.
  public var midnight: WallClock { WallClock(date: self, secondOfDay: 0) }

  /// The first moment at which it is this day at any place, in UTC.
  public var earliestBeginning: Moment { Moment(midnight, secondsFromGMT: 0) - Self.largestOffset }

  /// The moment from which on it is this day nowhere, in UTC.
  public var latestEnd: Moment { Moment(midnight, secondsFromGMT: 0) + .days(1) + Self.largestOffset }
}
