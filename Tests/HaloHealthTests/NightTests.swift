import HaloText
import HaloHealth
import Testing

@Suite("Nights")
struct NightTests {
  @Test("time awake and stretches without a stage are not sleep")
  func minutesAsleep() throws {
    let start = WallClock(date: try #require(CalendarDate("2025-12-14")), minuteOfDay: 23 * 60)
    let stages = [(SleepStage.light, 60), (.awake, 10), (.deep, 30), (nil, 15), (.rem, 20), (.light, 5)]
    let night = Night(
      kind: .night, start: start, end: start.adding(minutes: 140),
      stages: stages.map { Night.Stretch(stage: $0, minutes: $1) },
      provenance: Provenance(frames: [0], decoder: "test"))
    #expect(night.minutes == 140)
    #expect(night.minutesAsleep == 115)
    #expect(night.minutes(in: .light) == 65)
    #expect(night.minutes(in: .awake) == 10)
    #expect(night.end.date.description == "2025-12-15")
  }
}
