import HaloText
import HaloHealth
import Testing

@Suite("Dates and clocks")
struct CalendarTests {
  @Test func `every day from 1900 to 2100 follows the one before it`() throws {
    var date = try #require(CalendarDate(year: 1900, month: 1, day: 1))
    #expect(date.daysSince1970 == -25_567)
    #expect(date.weekday == 1)
    while date.year <= 2100 {
      let next = date.adding(days: 1)
      let isNextDay = next.year == date.year && next.month == date.month && next.day == date.day + 1
      let isNextMonth = next.year == date.year && next.month == date.month + 1 && next.day == 1
      let isNextYear = next.year == date.year + 1 && next.month == 1 && next.day == 1 && date.month == 12
      try #require(isNextDay || isNextMonth || isNextYear, "\(next) after \(date)")
      try #require(next > date && next.weekday == (date.weekday + 1) % 7)
      try #require(CalendarDate(year: next.year, month: next.month, day: next.day) == next)
      try #require(CalendarDate(daysSince1970: next.daysSince1970) == next)
      date = next
    }
    #expect(date.description == "2101-01-01")
  }

  @Test(arguments: [
    (2025, 2, 29), (1900, 2, 29), (2025, 4, 31), (2025, 13, 1), (2025, 0, 1), (2025, 1, 0), (10_000, 1, 1),
  ])
  func `rejects days that the calendar does not have`(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [2000, 2024, 2400])
  func `leap days exist`(year: Int) {
    #expect(CalendarDate(year: year, month: 2, day: 29) != nil)
  }

  @Test func `a date is parsed from its own format only`() throws {
    let date = try #require(CalendarDate("2025-12-15"))
    #expect(date.description == "2025-12-15")
    for text in ["2025-12-5", "2025-12-32", "25-12-15", "2025/12/15", "", "2025-12-15T", "２０２５-12-15", "-025-12-15"] {
      #expect(CalendarDate(text) == nil, "\(text)")
    }
  }

  @Test func `dates beyond four-digit years are clamped`() {
    #expect(CalendarDate(daysSince1970: .max / 2).description == "9999-12-31")
    #expect(CalendarDate(daysSince1970: .min / 2).description == "0000-01-01")
  }

  @Test func `a wall clock crosses midnight in both directions`() throws {
    let midnight = WallClock(date: try #require(CalendarDate("2026-01-01")), secondOfDay: 0)
    #expect(midnight.adding(minutes: -1).description == "2025-12-31T23:59:00")
    #expect(midnight.adding(minutes: 1441).description == "2026-01-02T00:01:00")
    #expect(WallClock(secondsSince1970: -1).description == "1969-12-31T23:59:59")
    #expect(WallClock(secondsSince1970: 1_765_493_657).description == "2025-12-11T22:54:17")
    #expect(midnight < midnight.adding(minutes: 1))
  }

  @Test func `a wall clock keeps the hour, minute and second that it was created with`() throws {
    let clock = WallClock(date: try #require(CalendarDate("2025-12-11")), hour: 22, minute: 54, second: 17)
    #expect(clock.description == "2025-12-11T22:54:17")
    #expect(clock.time.hour == 22 && clock.time.minute == 54 && clock.second == 17)
    #expect(clock.date.midnight.secondsSince1970 == clock.secondsSince1970 - 82_457)
  }

  @Test func `a time of day wraps around midnight`() {
    #expect(TimeOfDay(minutes: 0).description == "00:00")
    #expect(TimeOfDay(minutes: 1439).description == "23:59")
    #expect(TimeOfDay(minutes: 1440).description == "00:00")
    #expect(TimeOfDay(minutes: -1).description == "23:59")
  }
}
