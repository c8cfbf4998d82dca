import HaloText
import HaloHealth
import Testing

@Suite("Nights")
struct NightTests {
  @Test func `time awake and stretches without a stage do not count as sleep`() throws {
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

  private func record(_ device: Int, from start: Int, minutes: Int) -> SleepRecord {
    SleepRecord(
      kind: .night, start: Moment(milliseconds: start * 60_000, secondsFromGMT: 0),
      stages: [.init(stage: .light, minutes: minutes)], device: SourceDevice(id: device, name: "Ring \(device)"))
  }

  @Test func `keeps the longer of overlapping sleeps, also if it overlaps two`() {
    // The second device's sleep overlaps the end of one sleep and the beginning of the next.
    let longer = [
      record(1, from: 0, minutes: 100), record(2, from: 50, minutes: 300), record(1, from: 320, minutes: 100),
    ]
    #expect(SleepEpisode.all(in: longer).map(\.device.id) == [2])
    let shorter = [
      record(1, from: 0, minutes: 100), record(2, from: 50, minutes: 280), record(1, from: 320, minutes: 400),
    ]
    #expect(SleepEpisode.all(in: shorter).map(\.times.lowerBound) == [0, 320 * 60_000])
  }

  @Test(.timeLimit(.minutes(1))) func `merges thousands of nights of two devices in order of time`() {
    let nights = (0..<8000).flatMap {
      [record(1, from: $0 * 1440, minutes: 400), record(2, from: $0 * 1440, minutes: 420)]
    }
    let episodes = SleepEpisode.all(in: nights.reversed())
    #expect(episodes.count == 8000)
    #expect(episodes.allSatisfy { $0.device.id == 2 })
    #expect(zip(episodes, episodes.dropFirst()).allSatisfy { $0.end < $1.start })
  }
}
