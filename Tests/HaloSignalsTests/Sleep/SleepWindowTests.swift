import Foundation
import HaloSignals
import Testing

@Suite struct SleepWindowTests {
  /// Returns the angle over a day: active except from `start` to `end` hours, when it changes every 20 minutes.
  private func angles(hours: Double, rest: ClosedRange<Double>) -> [Double?] {
    var random = SeededRandom(seed: 11)
    var angle = 0.0
    return (0..<Int(hours * 720)).map { epoch in
      let hour = Double(epoch) / 720
      if rest.contains(hour) {
        if epoch % 240 == 0 { angle = Double.random(in: -80...80, using: &random) }
        return angle + 0.02 * random.normal()
      }
      angle = min(max(angle + 8 * random.normal(), -90), 90)
      return angle
    }
  }

  @Test func `the longest rest of a day is found by the angle`() throws {
    let window = try #require(SleepWindow.byAngle(angles(hours: 24, rest: 12...19.5)))
    #expect(abs(window.start / 3600 - 12) < 0.1)
    #expect(abs(window.end / 3600 - 19.5) < 0.1)
  }

  @Test func `a day without a rest has no window`() {
    #expect(SleepWindow.byAngle(angles(hours: 10, rest: 20...21)) == nil)
    #expect(SleepWindow.byAngle(angles(hours: 10, rest: 5...5.3)) == nil)
    #expect(SleepWindow.byAngle([]) == nil)
    #expect(SleepWindow.byAngle([nil, 1, nil]) == nil)
  }

  @Test func `a ring that is not worn is not rest`() throws {
    var day = angles(hours: 24, rest: 12...19)
    for epoch in 0..<7 * 720 { day[epoch] = nil }
    let window = try #require(SleepWindow.byAngle(day))
    #expect(window.start / 3600 > 11.9)
  }

  @Test func `little movement with a low heart rate is rest`() throws {
    var random = SeededRandom(seed: 4)
    // Minutes of a day: television from 20 to 23 (still, but the heart rate is not low), asleep from 23 to 30.5.
    var movement: [Double] = []
    var rate: [Double] = []
    for minute in 0..<1920 {
      let hour = Double(minute) / 60
      let asleep = hour >= 23 && hour < 30.5
      let still = asleep || hour >= 20 && hour < 23
      movement.append(still ? (minute % 17 == 0 ? 5 : 0) : 50 + 20 * random.unit())
      rate.append((asleep ? 52 : still ? 66 : 75) + 2 * random.normal())
    }
    let window = try #require(SleepWindow.byRest(movement: movement, heartRate: rate, epoch: 60))
    #expect(abs(window.start / 3600 - 23) < 0.3)
    #expect(abs(window.end / 3600 - 30.5) < 0.3)
    let table = [Double](repeating: 0, count: 1440)
    #expect(SleepWindow.byRest(movement: table, heartRate: [], epoch: 60) == nil)
    #expect(SleepWindow.byRest(movement: [], heartRate: [], epoch: 60) == nil)
    #expect(SleepWindow.byRest(movement: movement, heartRate: rate, epoch: .nan) == nil)
  }
}
