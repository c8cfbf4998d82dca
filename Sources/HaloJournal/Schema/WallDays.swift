import GRDB
import HaloHealth

/// Days in a row on the clock on the wall, as bounds of rows with a `start` in milliseconds UTC.
///
/// An index finds rows by `start`. What the clock on the wall showed, in seconds, then says whether they are of the days.
struct WallDays {
  let first: CalendarDate
  let last: CalendarDate
  private let largestOffset: Duration

  /// The days from `first` to `last`. `largestOffset` is how far a clock may be off UTC.
  init(_ first: CalendarDate, _ last: CalendarDate, largestOffset: Duration = CalendarDate.largestOffset) {
    (self.first, self.last, self.largestOffset) = (first, last, largestOffset)
  }

  /// A day.
  init(_ day: CalendarDate) { self.init(day, day) }

  /// The condition of rows that begin on the days; `wall` is the SQL of what the clock on the wall showed then.
  static func contain(_ wall: String) -> String {
    "start BETWEEN :from AND :to AND \(wall) >= :begin AND \(wall) < :end"
  }

  /// The condition of rows with a column `wall`.
  static let condition = contain("wall")

  /// The day of a row with a column `wall`, counted from 1970.
  static let day = day(of: "wall")

  /// The day, counted from 1970, of what the clock on the wall showed, in seconds.
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
