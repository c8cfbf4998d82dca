import HaloHealth
import Testing

@testable import HaloInsights

@Suite struct SteadyBatteryTests {
  /// Readings every `minutes` minutes.
  private func readings(_ percents: [Double], minutes: Int = 30, charging: Set<Int> = []) -> [BatteryReading] {
    percents.enumerated().map { index, percent in
      BatteryReading(
        time: Moment(milliseconds: 1_790_000_000_000 + index * minutes * 60_000, secondsFromGMT: 0), percent: percent,
        isCharging: charging.contains(index))
    }
  }

  private func shown(_ percents: [Double], minutes: Int = 30, charging: Set<Int> = []) -> [Double] {
    BatteryReading.allSteady(readings(percents, minutes: minutes, charging: charging)).map(\.percent)
  }

  @Test func `hides a reading that jumps and returns`() {
    #expect(shown([80, 80, 79, 66, 79, 78, 92, 78]) == [80, 80, 79, 79, 79, 78, 79, 78])
    #expect(shown([80, 80, 80, 67, 67, 80, 80]) == [80, 80, 80, 80, 80, 80, 80])
  }

  @Test func `shows a real drop at its third reading`() {
    #expect(shown([80, 80, 80, 68, 68, 68, 67]) == [80, 80, 80, 80, 80, 68, 67])
  }

  @Test func `shows a slow drop and a charge immediately`() {
    let slow = (0..<40).map { 80 - Double($0) / 2 }
    #expect(shown(slow) == slow)
    // Readings during a charge are unchanged. After it, earlier readings do not count.
    #expect(shown([40, 40, 40, 52, 66, 80, 80], charging: [3, 4, 5]) == [40, 40, 40, 52, 66, 80, 80])
    // A charge that was not reported, by more than the largest jump.
    #expect(shown([40, 40, 40, 98, 97]) == [40, 40, 40, 98, 97])
  }

  @Test func `ignores readings of another day`() {
    #expect(shown([80, 66, 52], minutes: 24 * 60) == [80, 66, 52])
  }

  @Test func `days left are the same with and without a jump of the last reading`() throws {
    let steady = readings((0..<200).map { (90 - Double($0) / 4).rounded() })
    let last = steady[199]
    let jumping = steady.dropLast() + [BatteryReading(time: last.time, percent: last.percent + 13, isCharging: false)]
    let insight = BatteryInsight(Array(jumping), habits: BatteryHabits(), now: last.time)
    #expect((40...41).contains(try #require(insight.latest).percent))
    let (left, truth) = (
      try insight.daysLeft.get(), try BatteryInsight(steady, habits: BatteryHabits(), now: last.time).daysLeft.get()
    )
    #expect(abs(left.low - truth.low) < 0.3)
  }
}
