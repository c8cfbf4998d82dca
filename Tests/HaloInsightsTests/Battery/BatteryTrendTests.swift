import HaloHealth
import HaloInsights
import Testing

@Suite("Battery life")
struct BatteryTrendTests {
  private func planted(_ seed: UInt64, days: Int = 10) -> SimulatedBattery {
    var planted = SimulatedBattery(seed: seed)
    planted.days = days
    (planted.heartRateVaries, planted.oxygenVaries, planted.linkVaries, planted.liveVaries) =
      (false, false, false, false)
    return planted
  }

  /// Readings every `hours` hours, from `start` percent down by `perDay`.
  private func ramp(perDay: Double, days: Double, hours: Double = 6, from start: Double = 95, at day: Double = 0)
    -> [BatteryReading]
  {
    stride(from: 0, through: days * 24, by: hours).map { hour in
      BatteryReading(
        time: SimulatedBattery.at(Int(day * 1440 + hour * 60)), percent: (start - perDay * hour / 24).rounded(),
        isCharging: false)
    }
  }

  private func insight(_ readings: [BatteryReading], now: Double) -> BatteryInsight {
    BatteryInsight(readings, habits: BatteryHabits(), now: SimulatedBattery.at(Int(now * 1440)))
  }

  @Test(arguments: [3, 6, 14])
  func `is within the stated interval at least 19 times of 20`(days: Int) throws {
    var (inside, told) = (0, 0)
    for seed in 1...100 as ClosedRange<UInt64> {
      let simulation = planted(seed &* 104_729, days: days).simulation()
      let insight = BatteryInsight(simulation.readings, habits: simulation.habits, now: simulation.now)
      guard case .success(let left) = insight.daysLeft, let latest = insight.latest else { continue }
      let age = Double(simulation.now.milliseconds - latest.time.milliseconds) / 86_400_000
      let truth = max(latest.percent / 16.5 - age, 0)
      told += 1
      if left.low <= truth, truth <= left.high ?? .infinity { inside += 1 }
    }
    #expect(told > 80 && Double(inside) >= 0.95 * Double(told), "\(inside) of \(told)")
  }

  @Test(arguments: [5.0, 10, 16.5, 33])
  func `is estimated from whole percent`(perDay: Double) throws {
    let days = min(80 / perDay, 12)
    let trend = try insight(ramp(perDay: perDay, days: days), now: days).trend.get()
    #expect(trend.perDay.low <= perDay && perDay <= trend.perDay.high)
    #expect(abs(trend.perDay.value - perDay) < 0.5)
  }

  @Test(arguments: [true, false, nil] as [Bool?])
  func `is not distorted by a charge, reported or not`(reportsCharging: Bool?) throws {
    var readings = ramp(perDay: 12, days: 4)
    if let reportsCharging {
      readings.append(
        BatteryReading(time: SimulatedBattery.at(4 * 1440 + 30), percent: 80, isCharging: reportsCharging ? true : nil))
    }
    readings += ramp(perDay: 12, days: 4, at: 4.2)
    let insight = insight(readings, now: 8.2)
    let trend = try insight.trend.get()
    #expect(abs(trend.perDay.value - 12) < 0.6)
    #expect(insight.chargeCount == 1)
  }

  @Test func `excludes days on which a ring was off, and outliers`() throws {
    var readings = ramp(perDay: 12, days: 3)
    // The ring was off for four days.
    readings += ramp(perDay: 12, days: 3, from: 59, at: 7)
    readings.insert(BatteryReading(time: SimulatedBattery.at(725), percent: 12, isCharging: false), at: 3)
    readings.insert(BatteryReading(time: SimulatedBattery.at(1445), percent: 100, isCharging: false), at: 6)
    readings.append(BatteryReading(time: SimulatedBattery.at(3 * 1440), percent: 255, isCharging: false))
    let trend = try insight(readings, now: 10).trend.get()
    #expect(abs(trend.perDay.value - 12) < 1)
    #expect(abs(trend.days - 6) < 0.3)
  }

  @Test(arguments: [-6.0 / 24, -400, 300])
  func `is not distorted by clocks that jump`(jump: Double) throws {
    let before = ramp(perDay: 12, days: 3)
    let between = ramp(perDay: 12, days: 1, hours: 2, from: 59, at: 3.1 + jump)
    let after = ramp(perDay: 12, days: 3, from: 46, at: 4.2)
    let insight = insight(before + between + after, now: 7.2)
    #expect(abs(try insight.trend.get().perDay.value - 12) < 1)
    #expect(insight.latest == after.last)
  }

  @Test func `uses only data from the current settings once there is enough of it`() throws {
    let readings = ramp(perDay: 18, days: 3) + ramp(perDay: 8, days: 4, from: 40, at: 3.1)
    let habits = BatteryHabits(settings: [
      .init(time: SimulatedBattery.at(0), .heartRate, 1), .init(time: SimulatedBattery.at(3 * 1440), .heartRate, 1 / 6),
    ])
    let trend = try BatteryInsight(readings, habits: habits, now: SimulatedBattery.at(7 * 1440 + 200)).trend.get()
    #expect(trend.isOfPresentSettings && abs(trend.perDay.value - 8) < 1)
    let early = try BatteryInsight(
      readings.filter { $0.time < SimulatedBattery.at(3 * 1440 + 600) }, habits: habits,
      now: SimulatedBattery.at(3 * 1440 + 700)
    ).trend.get()
    #expect(!early.isOfPresentSettings && abs(early.perDay.value - 18) < 2)
  }

  @Test func `reports what is missing`() {
    #expect(insight([], now: 1).trend == .failure(.noReadings))
    #expect(insight(ramp(perDay: 12, days: 0.4), now: 1).trend == .failure(.fewReadings(count: 2, needed: 4)))
    #expect(
      insight(ramp(perDay: 24, days: 0.5, hours: 1), now: 1).trend == .failure(.shortTime(hours: 12, needed: 24)))
    #expect(insight(ramp(perDay: 1, days: 2), now: 2).trend == .failure(.smallDrop(percent: 2, needed: 4)))
    let old = ramp(perDay: 12, days: 3)
    #expect(insight(old, now: 6).daysLeft == .failure(.old(hours: 72)))
    let charging = BatteryReading(time: SimulatedBattery.at(4400), percent: 70, isCharging: true)
    #expect(insight(old + [charging], now: 3.1).daysLeft == .failure(.charging))
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `never returns NaN or an inverted interval`(seed: UInt64) {
    var random = Draws(seed: seed)
    let readings = (0..<60).map { _ in
      BatteryReading(
        time: SimulatedBattery.at(Int(random.next() * 20_000)), percent: (random.next() * 130 - 10).rounded(),
        isCharging: random.next() < 0.2 ? nil : random.next() < 0.2)
    }
    let insight = insight(readings + readings, now: 15)
    if case .success(let trend) = insight.trend {
      #expect(trend.perDay.value.isFinite && trend.perDay.low >= 0 && trend.perDay.high >= trend.perDay.value)
    }
    if case .success(let left) = insight.daysLeft { #expect(left.low >= 0 && left.low <= left.high ?? .infinity) }
    for cost in insight.costs {
      if case .success(let estimate) = cost.cost { #expect(estimate.value.isFinite && estimate.low >= 0) }
    }
  }
}
