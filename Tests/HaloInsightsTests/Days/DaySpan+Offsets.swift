import HaloHealth
import HaloInsights

extension DaySpan {
  /// A day with at most one clock change, by the offsets from UTC at both midnights, in seconds.
  init(date: CalendarDate, secondsFromGMT: Int, next: Int? = nil) {
    self.init(
      date: date, start: Moment(date.midnight, secondsFromGMT: secondsFromGMT),
      end: Moment(date.adding(days: 1).midnight, secondsFromGMT: next ?? secondsFromGMT))
  }
}
