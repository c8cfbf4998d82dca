import HaloHealth
import Testing

@Suite struct MomentArithmeticTests {
  private let moment = Moment(milliseconds: 1_764_000_000_120, secondsFromGMT: -12_600)

  @Test func `a moment moves by a duration and keeps its offset`() {
    #expect(moment + .minutes(90) == Moment(milliseconds: 1_764_005_400_120, secondsFromGMT: -12_600))
    #expect(moment - .minutes(90) == Moment(milliseconds: 1_763_994_600_120, secondsFromGMT: -12_600))
    #expect(moment + .zero == moment)
  }

  @Test func `a negative duration moves a moment the other way`() {
    #expect(moment + .days(-7) == moment - .days(7))
    #expect(moment - .milliseconds(-121) == Moment(milliseconds: 1_764_000_000_241, secondsFromGMT: -12_600))
  }

  @Test func `fractions of a millisecond do not move a moment in either direction`() {
    #expect(moment + .microseconds(999) == moment)
    #expect(moment - .microseconds(999) == moment)
    #expect(moment + .microseconds(-1999) == moment - .milliseconds(1))
  }

  @Test func `the difference of moments does not depend on their offsets`() {
    let later = Moment(milliseconds: 1_764_000_060_119, secondsFromGMT: 28_800)
    #expect(later - moment == .milliseconds(59_999))
    #expect(moment - later == .milliseconds(-59_999))
    #expect(moment + (later - moment) == Moment(milliseconds: later.milliseconds, secondsFromGMT: -12_600))
  }

  @Test func `a moment moves across 1970 and by centuries`() {
    let start = Moment(milliseconds: 0, secondsFromGMT: 0)
    #expect("\(start - .milliseconds(1))" == "1969-12-31T23:59:59.999+00:00")
    #expect("\(start + .days(146_097))" == "2370-01-01T00:00:00+00:00")
    #expect("\(start - .days(146_097))" == "1570-01-01T00:00:00+00:00")
  }

  @Test(arguments: ["0000-01-01", "1969-12-31", "2024-02-29", "2026-12-31", "9999-12-31"])
  func `a day lasts 52 hours from its first beginning to its last end on Earth`(day: String) throws {
    let date = try #require(CalendarDate(day))
    #expect("\(date.midnight)" == "\(day)T00:00:00")
    #expect(date.latestEnd - date.earliestBeginning == .hours(52))
    #expect(date.earliestBeginning == Moment(date.midnight, secondsFromGMT: 14 * 3600).inUTC)
    #expect(date.earliestBeginning.secondsFromGMT == 0 && date.latestEnd.secondsFromGMT == 0)
  }

  @Test func `the latest end of a day is the next midnight at the westernmost offset`() throws {
    let date = try #require(CalendarDate("2026-12-31"))
    #expect("\(date.earliestBeginning)" == "2026-12-30T10:00:00+00:00")
    #expect("\(date.latestEnd)" == "2027-01-01T14:00:00+00:00")
  }
}

extension Moment {
  fileprivate var inUTC: Moment { Moment(milliseconds: milliseconds, secondsFromGMT: 0) }
}
