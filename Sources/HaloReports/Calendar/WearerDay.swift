import Foundation

/// A day on a wearer's wall clock, with its UTC offsets. It has 23 or 25 hours if the clock was changed.
public struct WearerDay: Sendable {
  /// The day.
  public let date: CalendarDate
  /// Midnight at the start of the day.
  public let start: Moment
  /// Midnight at the end of the day.
  public let end: Moment
  let time: WallTime
  /// True if the day is by a device's own clock, whose offset from UTC is not shown.
  let isByDeviceClock: Bool

  /// Returns a moment as it is shown.
  func local(_ moment: Moment) -> LocalTime { isByDeviceClock ? LocalTime(moment.wallClock) : LocalTime(moment) }

  /// The UTC offset of this computer's zone at a time.
  func secondsFromGMTHere(_ milliseconds: Int) -> Int {
    time.secondsFromGMT(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
  }

  /// Returns a time of the day, or of the night before, with the UTC offset at that time.
  public func moment(_ milliseconds: Int) -> Moment {
    let offset: Int
    if start.secondsFromGMT == end.secondsFromGMT {
      offset = start.secondsFromGMT
    } else {
      // The clock was changed on this day. If this machine's zone has the same change, use its time.
      let here = secondsFromGMTHere(milliseconds)
      offset =
        [start.secondsFromGMT, end.secondsFromGMT].contains(here)
        ? here : milliseconds < (start + .hours(3)).milliseconds ? start.secondsFromGMT : end.secondsFromGMT
    }
    return Moment(milliseconds: milliseconds, secondsFromGMT: offset)
  }
}
