import HaloHealth
import HaloInsights
import Testing

@Suite("Battery costs of habits")
struct BatteryCostTests {
  private static let habits: [BatteryHabit] = [.heartRate, .oxygenSaturation, .link, .live]

  @Test(arguments: [1.0, 4, 12], [true, false])
  func `are within the stated interval at least 19 times of 20, at any rate of readings`(
    hours: Double, reportsCharging: Bool
  ) throws {
    var (inside, reported) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      var planted = SimulatedBattery(seed: seed &* 7919)
      planted.hoursBetweenReadings = hours
      planted.reportsCharging = reportsCharging
      let insight = planted.insight
      for cost in insight.costs where Self.habits.contains(cost.habit) {
        guard case .success(let estimate) = cost.cost else { continue }
        reported += 1
        if estimate.low <= planted.truth(cost.habit), planted.truth(cost.habit) <= estimate.high { inside += 1 }
        #expect(estimate.low <= estimate.value && estimate.value <= estimate.high)
      }
    }
    #expect(reported >= 130, "only \(reported) of 160 costs are reported")
    #expect(Double(inside) >= 0.95 * Double(reported), "\(inside) of \(reported) are inside")
  }

  @Test func `are not reported for habits that never varied, and count as base consumption`() throws {
    var planted = SimulatedBattery(seed: 5)
    (planted.heartRateVaries, planted.oxygenVaries) = (false, false)
    let insight = planted.insight
    for habit in [BatteryHabit.heartRate, .oxygenSaturation] {
      #expect(insight.costs.first { $0.habit == habit }?.cost == .failure(.neverVaried))
    }
    let rest = try #require(insight.rest)
    #expect(rest.low <= 16.5 && 16.5 <= rest.high)
    (planted.linkVaries, planted.liveVaries) = (false, false)
    for cost in planted.insight.costs { #expect(cost.cost == .failure(.neverVaried)) }
    #expect(planted.insight.changes.isEmpty)
  }

  @Test func `are not reported for two habits that only change together`() {
    let (readings, habits, now) = SimulatedBattery(seed: 9).simulation()
    let both = habits.settings.filter { $0.habit == .heartRate }.flatMap {
      [$0, BatteryHabits.Setting(time: $0.time, .stress, $0.amount > 0.5 ? 1 : 0)]
    }
    let insight = BatteryInsight(
      readings, habits: BatteryHabits(settings: both, links: habits.links, live: habits.live), now: now)
    for (habit, other) in [(BatteryHabit.heartRate, BatteryHabit.stress), (.stress, .heartRate)] {
      #expect(insight.costs.first { $0.habit == habit }?.cost == .failure(.alongside(other)))
    }
    // The other habits are not affected.
    #expect(insight.costs.first { $0.habit == .live }?.cost.isReported == true)
  }

  @Test func `do not depend on the date, place or hour`() throws {
    let (readings, habits, now) = SimulatedBattery(seed: 12).simulation()
    let insight = BatteryInsight(readings, habits: habits, now: now)
    func later(_ moment: Moment) -> Moment {
      Moment(milliseconds: moment.milliseconds + 1000 * 86_400_000, secondsFromGMT: 3600)
    }
    let shifted = BatteryInsight(
      readings.map { BatteryReading(time: later($0.time), percent: $0.percent, isCharging: $0.isCharging) },
      habits: BatteryHabits(
        settings: habits.settings.map { .init(time: later($0.time), $0.habit, $0.amount) },
        links: habits.links.map { later($0.lowerBound)..<later($0.upperBound) },
        live: habits.live.map { later($0.lowerBound)..<later($0.upperBound) }), now: later(now))
    for (one, other) in zip(insight.costs, shifted.costs) {
      guard case .success(let first) = one.cost else { continue }
      let second = try other.cost.get()
      #expect(abs(first.value - second.value) < 1e-4 && abs(first.high - second.high) < 1e-4)
    }
  }

  @Test func `are proportional to the true drain`() throws {
    var slow = SimulatedBattery(seed: 21)
    slow.dayDeviation = 0
    (slow.linkVaries, slow.liveVaries) = (false, false)
    slow.hoursBetweenReadings = 2
    var fast = slow
    (fast.rest, fast.heartRate, fast.oxygen) = (slow.rest * 2, slow.heartRate * 2, slow.oxygen * 2)
    func cost(_ planted: SimulatedBattery) throws -> Double {
      try #require(planted.insight.costs.first { $0.habit == .heartRate }).cost.get().value
    }
    #expect(abs(try cost(fast) / cost(slow) - 2) < 0.2)
  }

  @Test func `report what is missing if there is too little data`() {
    var planted = SimulatedBattery(seed: 3)
    planted.days = 2
    planted.hoursBetweenReadings = 20
    for cost in planted.insight.costs {
      guard case .failure(.readings(let gap)) = cost.cost else {
        Issue.record("\(cost)")
        continue
      }
      if case .fewReadings(let count, let needed) = gap { #expect(count < needed) } else { Issue.record("\(gap)") }
    }
  }

  @Test func `give the days gained by a change of habit`() throws {
    let insight = SimulatedBattery(seed: 4).insight
    let change = try #require(insight.changes.first { $0.habit == .heartRate })
    // In the last week the heart rate was measured every five minutes or every half hour: the change is to the other
    // interval.
    #expect((change.to < change.from) == (change.days.value > 0))
    let live = try #require(insight.changes.first { $0.habit == .live })
    #expect(live.to == live.from + 1 && live.days.value < 0 && live.days.low <= live.days.high)
  }
}

extension Result {
  fileprivate var isReported: Bool { if case .success = self { true } else { false } }
}
