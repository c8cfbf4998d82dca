import GRDB

/// A range of days in local time, as bounds of rows with a `start` in milliseconds UTC.
///
/// An index finds rows by `start`. The local time, in seconds, then determines whether they are in the range.
struct LocalDays {
  let first: CalendarDate
  let last: CalendarDate
  private let largestOffset: Duration

  /// Creates the range from `first` to `last`. `largestOffset` is the largest offset from UTC.
  init(_ first: CalendarDate, _ last: CalendarDate, largestOffset: Duration = CalendarDate.largestOffset) {
    self.first = first
    self.last = last
    self.largestOffset = largestOffset
  }

  /// Creates the range of a single day.
  init(_ day: CalendarDate) { self.init(day, day) }

  /// The condition for rows that begin in the range; `wall` is the SQL for their local time.
  static func contain(_ wall: String) -> String {
    "start BETWEEN :from AND :to AND \(wall) >= :begin AND \(wall) < :end"
  }

  /// The condition for rows with a column `wall`.
  static let condition = contain("wall")

  /// The day of a row with a column `wall`, counted from 1970.
  static let day = day(of: "wall")

  /// SQL for the day, counted from 1970, of a local time in seconds.
  static func day(of wall: String) -> String { "\(wall) / \(Milliseconds.day / Milliseconds.second)" }

  /// The arguments of ``condition``.
  var arguments: StatementArguments {
    [
      "from": (begin - largestOffset).milliseconds, "to": (end + largestOffset).milliseconds,
      "begin": begin.milliseconds / Milliseconds.second, "end": end.milliseconds / Milliseconds.second,
    ]
  }

  private var begin: Moment { Moment(first.midnight, secondsFromGMT: 0) }
  private var end: Moment { Moment(last.midnight, secondsFromGMT: 0) + .days(1) }
}
