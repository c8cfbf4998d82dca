import HaloHealth
import Testing

@testable import HaloJournal

@Suite("Device clocks and moments")
struct ClockTests {
  private let date = CalendarDate(daysSince1970: 20_000)
  private func utc(_ day: Int, _ hour: Int) -> Int { ((20_000 + day) * 24 + hour) * 3_600_000 }
  private func wall(_ day: Int, _ hour: Int) -> WallClock {
    WallClock(date: date.adding(days: day), minuteOfDay: hour * 60)
  }
  private let later = ((20_000 + 100) * 24) * 3_600_000

  @Test
  func `records before the end of daylight saving time have the summer offset, and repeated times are doubtful`() {
    let history = ClockHistory([.init(time: utc(0, 0), offset: 7200), .init(time: utc(10, 1), offset: 3600)])
    #expect(history.moment(of: wall(9, 12), received: later).moment.milliseconds == utc(9, 10))
    #expect(history.moment(of: wall(11, 12), received: later).moment.milliseconds == utc(11, 11))
    // Set back at 01:00 UTC: the clock showed 02:00 to 03:00 twice.
    let twice = history.moment(of: wall(10, 2), received: later)
    #expect(twice.isDoubtful)
    #expect(!history.moment(of: wall(10, 4), received: later).isDoubtful)
  }

  @Test func `a clock that was put forward never showed the skipped hour`() {
    let history = ClockHistory([.init(time: utc(0, 0), offset: 3600), .init(time: utc(10, 1), offset: 7200)])
    #expect(history.moment(of: wall(10, 1), received: later).moment.milliseconds == utc(10, 0))
    #expect(history.moment(of: wall(10, 2), received: later).isDoubtful)
    #expect(history.moment(of: wall(10, 3), received: later).moment.milliseconds == utc(10, 1))
  }

  @Test func `each part of a journey has the offset of its time zone`() {
    let history = ClockHistory([
      .init(time: utc(0, 0), offset: 3600), .init(time: utc(5, 0), offset: 8 * 3600),
      .init(time: utc(9, 0), offset: -5 * 3600),
    ])
    #expect(history.moment(of: wall(3, 12), received: later).moment.secondsFromGMT == 3600)
    #expect(history.moment(of: wall(6, 12), received: later).moment.secondsFromGMT == 8 * 3600)
    #expect(history.moment(of: wall(11, 12), received: later).moment.secondsFromGMT == -5 * 3600)
  }

  @Test func `times later than their reception, and times of a clock that was never set, are doubtful`() {
    let history = ClockHistory([.init(time: utc(0, 0), offset: 0)])
    #expect(history.moment(of: wall(5, 12), received: utc(5, 0)).isDoubtful)
    #expect(!history.moment(of: wall(5, 0), received: utc(5, 0)).isDoubtful)
    #expect(ClockHistory([]).moment(of: wall(5, 0), received: later).isDoubtful)
  }

  @Test(arguments: [([Int](), ""), ([5], "5"), ([1, 2, 3, 7], "1-3,7"), ([9, 8, 8, 10], "8-10")])
  func `frame numbers are written as ranges`(ids: [Int], text: String) throws {
    #expect(FrameRange.text(ids) == text)
    #expect(try FrameRange.ids(text) == Set(ids).sorted())
  }
}
