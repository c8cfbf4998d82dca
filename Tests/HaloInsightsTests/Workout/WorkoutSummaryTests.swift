import HaloHealth
import HaloInsights
import Testing

@Suite("Workout statistics")
struct WorkoutSummaryTests {
  private static let start = Moment(milliseconds: 1_763_000_000_000, secondsFromGMT: 3600)

  private func recording(
    seconds: Int, _ points: [(second: Int, rate: Int?, watts: Int?)], _ origins: [Metric: WorkoutRecording.Origin] = [:]
  ) -> WorkoutRecording {
    WorkoutRecording(
      Workout(.cycling, start: Self.start, length: seconds * 1000, source: .live), isIndoors: true,
      points: points.map {
        WorkoutRecording.Point(
          time: Moment(milliseconds: Self.start.milliseconds + $0.second * 1000, secondsFromGMT: 3600),
          heartRate: $0.rate, watts: $0.watts)
      }, origins: origins)
  }

  @Test func `a rate counts until the next one, for at most seven seconds`() throws {
    let summary = WorkoutSummary(
      recording(seconds: 100, [(0, 100, nil), (4, 160, nil), (60, 170, nil)]), zones: HeartRateZones(maximum: 200))
    let rate = try #require(summary.heartRate)
    // 4 s at 100, then 7 of 56 s at 160, then 7 of 40 s at 170.
    #expect(rate.seconds == 18)
    #expect(abs(rate.average - (4 * 100 + 7 * 160 + 7 * 170) / 18) < 1e-9)
    #expect(rate.maximum == 170)
    #expect(summary.secondsInZones == [0, 4, 0, 0, 14, 0])
  }

  @Test(arguments: [(20, 20), (300, 240), (900, 240)])
  func `a logged rate counts until the next one, for its interval and for five minutes at most`(
    interval: Int, first: Int
  ) throws {
    let origin = WorkoutRecording.Origin(device: 1, count: 3, interval: interval * 1000)
    let summary = WorkoutSummary(
      recording(seconds: 700, [(0, 90, 210), (240, 110, nil), (600, 130, nil)], [.heartRate: origin]),
      zones: HeartRateZones(maximum: 200))
    let rate = try #require(summary.heartRate)
    let held = [first, min(interval, 300), min(interval, 100)]
    #expect(rate.seconds == Double(held.reduce(0, +)))
    #expect(summary.secondsInZones == [Double(held[0]), Double(held[1]), Double(held[2]), 0, 0, 0])
    #expect(summary.power?.seconds == 7 && summary.origins == [.heartRate: origin])
  }

  @Test func `quantities without measurements have no statistics, and without zones there are no zone times`() {
    let summary = WorkoutSummary(recording(seconds: 60, [(0, nil, 150), (1, nil, 250)]), zones: nil)
    #expect(summary.heartRate == nil)
    #expect(summary.speed == nil)
    #expect(summary.secondsInZones.isEmpty)
    #expect(summary.power?.maximum == 250)
    #expect(WorkoutSummary(recording(seconds: 0, []), zones: HeartRateZones(age: 30)).secondsInZones.isEmpty)
  }
}
