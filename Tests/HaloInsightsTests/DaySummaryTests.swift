import HaloHealth
import HaloInsights
import Testing

@Suite("Day summary")
struct DaySummaryTests {
  private let day = CalendarDate(daysSince1970: 20_437)
  private func provenance(_ frame: Int) -> Provenance { Provenance(frames: [frame], decoder: "test") }
  private func at(_ hour: Int, daysBefore: Int = 0) -> WallClock {
    WallClock(date: day.adding(days: -daysBefore), minuteOfDay: hour * 60)
  }

  @Test func `contains only the samples of its day, in order of time`() {
    let readings = Readings(samples: [
      Sample(.heartRate, 70, start: at(12), source: .log, provenance: provenance(1)),
      Sample(.heartRate, 60, start: at(3), source: .log, provenance: provenance(2)),
      Sample(.heartRate, 99, start: at(23, daysBefore: 1), source: .log, provenance: provenance(3)),
      Sample(.stress, 30, start: at(5), source: .log, provenance: provenance(4)),
    ])
    let summary = DaySummary(of: day, in: readings)
    #expect(summary.samples[.heartRate]?.map(\.value) == [60, 70])
    #expect(summary.samples[.stress]?.map(\.value) == [30])
    #expect(summary.samples[.steps] == nil)
    #expect(summary.movement == nil)
    #expect(!summary.isEmpty)
  }

  @Test func `of a repeated reading the last one counts, and of readings that are there once, all`() {
    let readings = Readings(
      samples: [(8, 410.0), (8, 275), (9, 30)].map { hour, steps in
        Sample(.steps, steps, start: at(hour), minutes: 10, source: .log, provenance: provenance(hour))
      })
    #expect(DaySummary(of: day, in: readings).movement?.steps == 305)
    let all = DaySummary(of: day, in: readings, repeats: false)
    #expect(all.movement?.steps == 715)
    #expect(all.samples[.steps]?.map(\.value) == [410, 275, 30])
  }

  @Test func `assigns a night to the day of waking up and separates naps`() {
    let night = Night(
      kind: .night, start: at(23, daysBefore: 1), end: at(7), stages: [], provenance: provenance(1))
    let nap = Night(kind: .nap, start: at(13), end: at(14), stages: [], provenance: provenance(2))
    let readings = Readings(nights: [nap, night])
    let summary = DaySummary(of: day, in: readings)
    #expect(summary.nights == [night])
    #expect(summary.naps == [nap])
    #expect(DaySummary(of: day.adding(days: -1), in: readings).isEmpty)
  }

  @Test func `prefers the device's largest total to the sum of its log`() {
    let log = [100.0, 200].enumerated().map { hour, steps in
      Sample(.steps, steps, start: at(hour), minutes: 15, source: .log, provenance: provenance(hour))
    }
    let fromLog = DaySummary(of: day, in: Readings(samples: log)).movement
    #expect(fromLog?.basis == .sumOfLog)
    #expect(fromLog?.steps == 300)
    #expect(fromLog?.provenance.frames == [0, 1])

    let totals = [350, 340].map {
      DailyTotals(date: day, steps: $0, meters: 1, kilocalories: 2, activeMinutes: 3, provenance: provenance($0))
    }
    let fromDevice = DaySummary(of: day, in: Readings(samples: log, totals: totals)).movement
    #expect(fromDevice?.basis == .deviceTotal)
    #expect(fromDevice?.steps == 350)
    #expect(fromDevice?.provenance.frames == [350])
  }
}
