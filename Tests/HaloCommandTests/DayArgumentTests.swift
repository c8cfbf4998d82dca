import HaloHealth
import Testing

@testable import HaloCommand

@Suite struct DayArgumentTests {
  private static let today = CalendarDate(daysSince1970: 20_760)

  @Test(arguments: [
    ("today", 0), ("Yesterday", -1), ("-1", -1), ("-30", -30), ("-0", 0), ("2026-11-03", 0), ("2026-10-31", -3),
  ])
  func `a day is a date, a word, or days back from today`(text: String, days: Int) {
    #expect(CalendarDate(argument: text, today: Self.today) == Self.today.adding(days: days))
  }

  @Test(arguments: ["", "-", "--1", "-1x", "1", "tomorrow", "2026-02-30", "2026-1-1", "-99999999999999999999"])
  func `anything else is not a date`(text: String) {
    #expect(CalendarDate(argument: text, today: Self.today) == nil)
  }

  @Test func `days back work as an argument of day commands, and remain an option's value`() {
    #expect(DayArgument.separated(["day", "-1", "--json"]) == ["day", "--json", "--", "-1"])
    #expect(DayArgument.separated(["explain", "steps", "-2"]) == ["explain", "steps", "--", "-2"])
    for arguments in [["day", "x", "--until", "-1"], ["week", "-1"], ["day", "--", "-1"], ["day"], []] {
      #expect(DayArgument.separated(arguments) == arguments)
    }
  }
}
