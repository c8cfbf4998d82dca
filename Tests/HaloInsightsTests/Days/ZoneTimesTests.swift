import HaloHealth
import HaloInsights
import Testing

@Suite("Time in heart-rate zones of a day")
struct ZoneTimesTests {
  private let zones = HeartRateZones(maximum: 200)

  private func rates(_ day: DaySpan, every minutes: Int, _ rate: (Int) -> Double) -> [MeasuredValue] {
    stride(from: day.start.milliseconds, to: day.end.milliseconds, by: minutes * 60_000).map { time in
      MeasuredValue(
        time: Moment(milliseconds: time, secondsFromGMT: 0), value: rate((time - day.start.milliseconds) / 60_000),
        device: "ring")
    }
  }

  // The clock is put back on 25 October and forward on 29 March 2026 in Berlin.
  @Test(arguments: [(20_751, 7200, 3600, 25), (20_541, 3600, 7200, 23), (20_700, 0, 0, 24)])
  func `a day has its real length`(day: Int, offset: Int, next: Int, hours: Int) {
    let span = DaySpan(date: CalendarDate(daysSince1970: day), secondsFromGMT: offset, next: next)
    #expect(span.length == hours * 3_600_000)
    let times = ZoneTimes(rates(span, every: 5) { $0 < 60 ? 150 : 70 }, in: span, zones: zones)
    #expect(times.measured == Double(hours) * 60)
    #expect(times.minutes[3] == 60 && times.minutes[0] == Double(hours - 1) * 60)
  }

  @Test func `a rate holds for at most ten minutes, so time without measurements is in no zone`() {
    let span = DaySpan(date: CalendarDate(daysSince1970: 20_700), secondsFromGMT: 0)
    #expect(ZoneTimes(rates(span, every: 60) { _ in 70 }, in: span, zones: zones).measured == 240)
    #expect(ZoneTimes([], in: span, zones: zones).measured == 0)
  }
}
