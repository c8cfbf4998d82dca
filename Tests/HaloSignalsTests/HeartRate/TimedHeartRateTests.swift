import Foundation
import WholeRecordings
import HaloSignals
import Testing

struct TimedHeartRateTests {
  /// Sample times of a ring: 200 to 300 ms apart.
  private static func times(seconds: Double, from start: Double = 0, seed: UInt64 = 4) -> [Double] {
    var random = SeededRandom(seed: seed)
    var (times, time) = ([Double](), start)
    while time < start + seconds {
      times.append(time)
      time += 0.2 + 0.1 * random.unit()
    }
    return times
  }

  private static func light(_ times: [Double], bpm: Double) -> [Double] {
    times.map { 5000 + 20 * sin(2 * .pi * bpm / 60 * $0) }
  }

  @Test(arguments: [45, 66, 90]) func `finds the pulse in uneven ring samples`(_ bpm: Double) {
    let times = Self.times(seconds: 90, from: 1_700_000_000)
    let windows = HeartRate.windows(times: times, light: Self.light(times, bpm: bpm))
    #expect(windows.count >= 38)
    #expect(windows.allSatisfy { abs(($0.bpm ?? 0) - bpm) < 1.5 })
  }

  @Test func `even times are as good as a rate`() {
    let made = SyntheticPulse(seconds: 60, bpm: { 70 + 0.2 * $0 }, cadence: { _ in 150 }, movement: 1)
    let times = made.light.indices.map { Double($0) / 25 }
    let timed = HeartRate.windows(
      times: times, light: made.light, acceleration: made.acceleration)
    let even = HeartRate.windows(light: made.light, acceleration: made.acceleration, rate: 25)
    #expect(timed.count == even.count)
    #expect(zip(timed, even).allSatisfy { abs(($0.bpm ?? 0) - ($1.bpm ?? 0)) < 0.1 })
  }

  @Test func `a long gap is one window and others are many refused`() throws {
    let times =
      Self.times(seconds: 30) + Self.times(seconds: 30, from: 60) + Self.times(seconds: 30, from: 1e9, seed: 8)
    let windows = HeartRate.windows(times: times, light: Self.light(times, bpm: 60))
    #expect(windows.contains { $0.start >= 32 && $0.end <= 58 && $0.refusal == .missing })
    let gap = try #require(windows.first { $0.end - $0.start > 8.1 })
    #expect(gap.refusal == .missing)
    #expect(gap.start > 89 && gap.start < 91 && gap.end > 0.999e9)
    #expect(windows.filter { $0.start > 1e8 }.allSatisfy { abs(($0.bpm ?? 0) - 60) < 1.5 })
    #expect(zip(windows, windows.dropFirst()).allSatisfy { $0.start < $1.start })
  }

  @Test func `drops samples with invalid times`() throws {
    var timed = try #require(TimedHeartRate(rate: 4))
    var windows: [HeartRateWindow] = []
    for time in [0, 0.25, 0.25, 0.1, .nan, 0.5] { timed.add(time: time, light: 1) { windows.append($0) } }
    timed.add(time: 0.75, light: .nan) { windows.append($0) }
    timed.finish { windows.append($0) }
    #expect(windows.isEmpty)
    #expect(HeartRate.windows(times: [], light: []).isEmpty)
    #expect(HeartRate.windows(times: [1, 1, 1], light: [1, 2, 3]).isEmpty)
    #expect(TimedHeartRate(rate: .nan) == nil)
  }

  @Test(arguments: 0..<8) func `garbage never traps`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let odd = [Double.nan, .infinity, 1e300, -1e300, 1e18, 0, 1e-300, 1e99]
    func value(_ usual: Double) -> Double { random.unit() < 0.1 ? odd[Int(random.unit() * 8)] : usual }
    var time = 0.0
    let times = (0..<400).map { _ in
      time += random.unit() < 0.02 ? 1e6 * random.unit() : 0.5 * random.unit()
      return value(time)
    }
    let light = times.map { _ in value(random.normal()) }
    let windows = HeartRate.windows(
      times: times, light: light, acceleration: light.map { SIMD3(value($0), value($0), 1) })
    #expect(windows.allSatisfy { ($0.bpm == nil) != ($0.refusal == nil) && $0.start < $0.end })
  }
}
