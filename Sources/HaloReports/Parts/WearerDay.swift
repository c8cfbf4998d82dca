import Foundation
public import HaloBluetooth
public import HaloHealth
public import HaloJournal
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

  /// A day of a wearer. `time` is this machine's clock.
  public init(_ date: CalendarDate, of wearer: String, _ journal: Journal, time: WallTime) throws {
    let midnights = try journal.midnights(of: wearer, from: date, to: date)
    self.date = date
    self.time = time
    let wall = WallClock(date: date, secondOfDay: 0)
    start = midnights.first ?? Moment(wall, secondsFromGMT: time.moment.secondsFromGMT)
    end = midnights.last ?? Moment(milliseconds: start.milliseconds + 86_400_000, secondsFromGMT: start.secondsFromGMT)
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
        ? here : milliseconds < start.milliseconds + 3 * 3_600_000 ? start.secondsFromGMT : end.secondsFromGMT
    }
    return Moment(milliseconds: milliseconds, secondsFromGMT: offset)
  }
}
