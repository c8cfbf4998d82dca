import HaloHealth
import HaloInsights
import Testing

@Suite("Sleep regularity")
struct RegularityTests {
  /// The index of days with eight hours of sleep beginning at the given hours, worn day and night.
  private func index(_ begins: [Double]) -> Double? {
    var life = SimulatedLife()
    for (day, begin) in begins.enumerated() {
      life.sleep(day, from: begin, to: begin + 8)
      life.wear(day, from: 0, to: 24, every: 30)
    }
    return life.results(begins.count - 1).value(.sleepRegularity)
  }

  @Test(arguments: [0, 1, 3, 8])
  func `is 100 for identical days, and lower by their differences`(shift: Int) throws {
    let begins = (0..<14).map { day -> Double in day.isMultiple(of: 2) ? 0 : Double(shift) }
    // Of the 1,440 minutes of each pair of days, those differ in which the wearer was asleep on only one day.
    let same = 1440 - 2 * 60 * shift
    let expected = -100 + 200 * Double(same) / 1440
    let found = try #require(index(begins))
    #expect(abs(found - expected) < 1e-9)
  }

  @Test func `excludes stretches without a stage, like the time asleep, unless there are no stages at all`() {
    var life = SimulatedLife()
    for day in 0..<14 {
      let between: SleepStage? = day.isMultiple(of: 2) ? nil : .awake
      life.sleep(day, from: 0, [(.light, 240), (between, 120), (.light, 120)])
      life.wear(day, from: 0, to: 24, every: 30)
    }
    #expect(life.results(12).value(.timeAsleep) == 360)
    #expect(life.results(13).value(.timeAsleep) == 360)
    #expect(life.results(13).value(.sleepRegularity) == 100)
    // Every known minute is the same on both days of a pair; two of 24 hours are unknown.
    #expect(life.results(13).finding(.sleepRegularity)?.confidence.map { abs($0 - 22.0 / 24) < 0.001 } == true)
    var unstaged = SimulatedLife()
    for day in 0..<14 {
      unstaged.sleep(day, from: 0, to: 8, stage: day.isMultiple(of: 2) ? nil : .light)
      unstaged.wear(day, from: 0, to: 24, every: 30)
    }
    #expect(unstaged.results(13).value(.sleepRegularity) == 100)
    #expect(unstaged.results(12).value(.timeAsleep) == 480)
  }

  @Test func `covers only the last 14 days`() throws {
    #expect(index([Double](repeating: 9, count: 10) + [Double](repeating: 1, count: 14)) == 100)
  }

  @Test func `is unknown without worn hours, which count as neither asleep nor awake`() {
    var life = SimulatedLife()
    for day in 0..<14 { life.sleep(day, from: 0, to: 8) }
    #expect(life.results(13).gap(.sleepRegularity)?.contains("the last 14 days have 0") == true)
    // One week is enough.
    for day in 8..<14 { life.wear(day, from: 0, to: 24, every: 30) }
    #expect(life.results(13).value(.sleepRegularity) == 100)
    #expect(life.results(13).finding(.sleepRegularity)?.confidence.map { (0.3..<0.5).contains($0) } == true)
  }

  @Test(arguments: [0, 5, 6]) func `needs sleep, because a device that reports none does not show that one was awake`(
    nights: Int
  ) throws {
    var life = SimulatedLife()
    for day in 0..<14 {
      if day >= 14 - nights { life.sleep(day, from: 1, to: 8) }
      life.wear(day, from: 0, to: 24, every: 30)
    }
    let results = life.results(13)
    // Six nights are five pairs.
    #expect(results.value(.sleepRegularity) == (nights == 6 ? 100 : nil))
    if nights < 6 {
      #expect(results.gap(.sleepRegularity)?.contains("the last 14 days have \(max(0, nights - 1))") == true)
    }
  }
}
