import HaloText
import HaloHealth
import HaloInsights
import Testing

@Suite("A wearer's baseline")
struct BaselineTests {
  private let today = CalendarDate(daysSince1970: 20_770)
  private func days(_ values: [Double], ending daysAgo: Int = 1) -> [(date: CalendarDate, value: Double)] {
    values.enumerated().map { place, value in
      (today.adding(days: place - values.count - daysAgo + 1), value)
    }
  }

  @Test func `is the median of earlier days, unaffected by one outlier`() throws {
    let baseline = try Baseline(on: today, days([59, 58, 60, 59, 61, 57, 140]))
    #expect(baseline.usual == 59)
    #expect(abs(baseline.spread - 1.4826) < 1e-9)
    #expect(baseline.count == 7 && baseline.ofDays == 28)
    let trend = baseline.trend(of: 62)
    #expect(trend.difference == 3)
    #expect(trend.isRare)
    #expect(!baseline.trend(of: 61).isRare)
  }

  @Test func `requires seven days, and reports how many there are`() throws {
    #expect(throws: InsightGap(Phrase("no baseline yet: \(6) earlier days have a value, \(7) are needed"))) {
      try Baseline(on: today, days([59, 58, 60, 59, 61, 57]))
    }
    #expect(throws: InsightGap(Phrase("no baseline yet: 1 earlier day has a value, \(7) are needed"))) {
      try Baseline(on: today, days([59]))
    }
  }

  @Test func `covers 28 days, or 60 if those have too few values`() throws {
    let old = days([Double](repeating: 50, count: 30), ending: 31)
    #expect(try Baseline(on: today, old + days([Double](repeating: 60, count: 7))).usual == 60)
    let few = try Baseline(on: today, old + days([60, 60, 60]))
    #expect(few.usual == 50 && few.ofDays == 60)
    #expect(throws: InsightGap.self) { try Baseline(on: today, days([Double](repeating: 50, count: 30), ending: 61)) }
  }

  @Test func `excludes the day itself and later days`() throws {
    let values = days([Double](repeating: 60, count: 7)) + [(today, 90), (today.adding(days: 1), 90)]
    #expect(try Baseline(on: today, values).usual == 60)
    #expect(try Baseline(on: today, values).count == 7)
  }

  @Test func `identical days have no spread, so no value is rare`() throws {
    #expect(try !Baseline(on: today, days([Double](repeating: 60, count: 7))).trend(of: 61).isRare)
  }

  @Test(arguments: [
    (58.4, Trend.Verdict.below), (58.6, .usual), (59.4, .usual), (59.5, .above), (62, .above),
  ])
  func `mentions a difference only if the shown numbers differ`(value: Double, verdict: Trend.Verdict)
    throws
  {
    let trend = try Baseline(on: today, days([Double](repeating: 59.2, count: 7))).trend(of: value)
    #expect(trend.verdict == verdict)
    #expect(trend.shownDifference == value.rounded() - 59)
  }

  @Test(arguments: [
    (56.5, Trend.Verdict.usual), (54, .usual), (62, .usual), (53, .below), (63, .above), (68, .above),
  ])
  func `a difference within one spread is usual`(value: Double, verdict: Trend.Verdict) throws {
    let baseline = try Baseline(on: today, days([58, 55, 61, 58, 52, 64, 58, 55, 61]))
    #expect(baseline.range.contains(54) && baseline.range.contains(62) && !baseline.range.contains(53))
    let trend = baseline.trend(of: value)
    #expect(trend.verdict == verdict && trend.isRare == (value == 68))
  }

  @Test func `a value shown as usual is never rare`() throws {
    let trend = try Baseline(on: today, days([59, 59.1, 59, 59.1, 59, 59.1, 59])).trend(of: 59.4)
    #expect(trend.verdict == .usual && !trend.isRare)
  }

  @Test func `does not compare a night that was worn in part`() {
    var life = SimulatedLife()
    for day in 0...9 {
      let isPart = day == 8
      life.sleep(day, from: -1, to: isPart ? 2.5 : 7)
      life.wear(day, from: -2, to: isPart ? 2.5 : 20)
      life.sync(day, 21)
    }
    let last = life.results(days: 0...9)[9]
    guard case .baseline(8, 28, 480, _)? = last.finding(.timeAsleepTrend)?.inputs.first?.source else {
      Issue.record("\(String(describing: last.finding(.timeAsleepTrend)))")
      return
    }
    #expect(last.value(.timeAsleepTrend) == 0)
  }

  @Test func `does not compare the steps of a day in progress with complete days`() {
    var life = SimulatedLife()
    for day in 0...8 {
      life.movement[SimulatedLife.date(day)] = DayMovement(
        device: 1, basis: .deviceTotal, steps: 8000 + day, meters: 6000, kilocalories: 300,
        activeMinutes: day == 8 ? nil : 60,
        provenance: Provenance(frames: [day], decoder: "test"))
    }
    let days = life.results(days: 0...8, now: SimulatedLife.time(8, 15))
    #expect(days[7].value(.dailyStepsTrend) == 4)
    #expect(days[8].gap(.dailyStepsTrend) == "the day is not over yet")
    #expect(days[8].value(.dailySteps) == 8008)
    #expect(days[8].finding(.dailySteps)?.inputs.first?.frames == [8])
    #expect(days[7].value(.activeMinutes) == 60)
    #expect(days[8].gap(.activeMinutes) == "the device reported no active minutes for this day")
  }
}
