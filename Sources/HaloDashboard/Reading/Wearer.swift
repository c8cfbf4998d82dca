#if Dashboard
  import Foundation
  import HaloBluetooth
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloWearables

  /// Whose data a question is about, and when it is asked.
  struct Wearer: Sendable {
    let name: String
    /// What the wearer chose.
    let settings: Profile
    let time: WallTime

    /// The time now.
    var now: Moment { time.moment }
    /// The day now.
    var today: CalendarDate { time.wallClock.date }
  }

  /// A day on a wearer's wall, with what it takes to say when something was in it.
  struct PageDay: Sendable {
    let date: CalendarDate
    let start: Moment
    let end: Moment
    private let time: WallTime

    init(_ date: CalendarDate, of wearer: Wearer, _ journal: Journal) throws {
      let midnights = try journal.midnights(of: wearer.name, from: date, to: date)
      self.date = date
      time = wearer.time
      let wall = WallClock(date: date, secondOfDay: 0)
      start = midnights.first ?? Moment(wall, secondsFromGMT: wearer.now.secondsFromGMT)
      end =
        midnights.last ?? Moment(milliseconds: start.milliseconds + 86_400_000, secondsFromGMT: start.secondsFromGMT)
    }

    /// A moment of the day, or of the night before: by the clock that hung on the wall then.
    func moment(_ milliseconds: Int) -> Moment {
      let offset: Int
      if start.secondsFromGMT == end.secondsFromGMT {
        offset = start.secondsFromGMT
      } else {
        // The clock was moved in the day. Where this machine's zone did the same, it knows when.
        let here = time.secondsFromGMT(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        offset =
          [start.secondsFromGMT, end.secondsFromGMT].contains(here)
          ? here : milliseconds < start.milliseconds + 3 * 3_600_000 ? start.secondsFromGMT : end.secondsFromGMT
      }
      return Moment(milliseconds: milliseconds, secondsFromGMT: offset)
    }

    /// The day's name and limits, and its neighbours within `known`.
    func members(_ known: ClosedRange<CalendarDate>?, today: CalendarDate) -> [JSON.Member] {
      let (previous, next) = (date.adding(days: -1), date.adding(days: 1))
      let first = min(known?.lowerBound ?? today, today)
      return [
        .init(name: "date", value: JSON(words: date)),
        .init(name: "previous", value: previous >= first ? JSON(words: previous) : .null),
        .init(name: "next", value: next <= max(today, known?.upperBound ?? today) ? JSON(words: next) : .null),
        .init(name: "start", value: JSON(words: start)), .init(name: "end", value: JSON(words: end)),
      ]
    }
  }
#endif
