import HaloHealth
import Testing

@Suite struct DurationTests {
  @Test func `minutes, hours and days convert to seconds, also if negative`() {
    #expect(Duration.minutes(90) == .seconds(5400))
    #expect(Duration.hours(-2) == .seconds(-7200))
    #expect(Duration.days(30) == .seconds(2_592_000))
    #expect(Duration.days(1) == .hours(24) && Duration.hours(1) == .minutes(60))
    #expect(Duration.minutes(0) == .zero)
  }

  @Test(arguments: [
    (Duration.zero, 0), (.milliseconds(1234), 1234), (.milliseconds(-1), -1), (.milliseconds(-1001), -1001),
    (.microseconds(1999), 1), (.microseconds(-1999), -1), (.microseconds(-1_000_999), -1000),
    (.nanoseconds(999_999), 0),
    (.days(36_525), 3_155_760_000_000), (.days(-4_000_000), -345_600_000_000_000),
  ])
  func `milliseconds are rounded towards zero`(duration: Duration, milliseconds: Int) {
    #expect(duration.milliseconds == milliseconds)
  }

  @Test(arguments: [
    (Duration.zero, 0), (.milliseconds(59_999), 0), (.milliseconds(60_000), 1), (.milliseconds(-59_999), 0),
    (.milliseconds(-60_000), -1), (.milliseconds(-119_999), -1), (.hours(25), 1500),
  ])
  func `whole minutes are rounded towards zero`(duration: Duration, minutes: Int) {
    #expect(duration.wholeMinutes == minutes)
  }

  @Test func `a duration is measured in a unit with a fraction`() {
    #expect(Duration.minutes(90).measured(in: .hours(1)) == 1.5)
    #expect(Duration.hours(-36).measured(in: .days(1)) == -1.5)
    #expect(Duration.milliseconds(1_790_000_000_123).measured(in: .days(1)) == 1_790_000_000_123.0 / 86_400_000)
  }
}
