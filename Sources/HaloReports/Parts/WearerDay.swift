import Foundation
import HaloBluetooth
public import HaloHealth
import HaloWearables

/// A day on a wearer's wall clock, 23 or 25 hours long if the clock was moved, and the offset in force at each time of it.
public struct WearerDay: Sendable {
  /// The day.
  public let date: CalendarDate
  /// Its midnight.
  public let start: Moment
  /// The next midnight.
  public let end: Moment
  private let time: WallTime

  /// A day between two midnights. `time` is this machine's clock.
  init(_ date: CalendarDate, from start: Moment, to end: Moment, time: WallTime) {
    (self.date, self.start, self.end, self.time) = (date, start, end, time)
  }

  /// A moment of the day, or of the night before, by the clock that was in force then.
  public func moment(_ milliseconds: Int) -> Moment {
    let offset: Int
    if start.secondsFromGMT == end.secondsFromGMT {
      offset = start.secondsFromGMT
    } else {
      // The clock was moved in the day. If this machine's zone did the same, it knows when.
      let here = time.secondsFromGMT(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
      offset =
        [start.secondsFromGMT, end.secondsFromGMT].contains(here)
        ? here : milliseconds < (start + .hours(3)).milliseconds ? start.secondsFromGMT : end.secondsFromGMT
    }
    return Moment(milliseconds: milliseconds, secondsFromGMT: offset)
  }
}
