/// A day in the wearer's local time: 23 or 25 hours long if the clock was changed.
public struct DaySpan: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// Its midnight.
  public let start: Moment
  /// The next midnight.
  public let end: Moment

  /// A day from midnight to midnight. Offsets from UTC that no place has, as in a file, could end it before it begins: it is
  /// empty then.
  public init(date: CalendarDate, start: Moment, end: Moment) {
    self.date = date
    self.start = start
    self.end = max(start, end)
  }

  /// The length in milliseconds.
  public var length: Int { end.milliseconds - start.milliseconds }
}
