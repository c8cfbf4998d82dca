import HaloHealth
import HaloInsights
import Testing

@Suite("Sleep regularity")
struct RegularityTests {
  /// Eight hours of sleep a day that begin at hours of their own, worn day and night.
  private func index(_ begins: [Double]) -> Double? {
    var life = Life()
    for (day, begin) in begins.enumerated() {
      life.sleep(day, from: begin, to: begin + 8)
      life.wear(day, from: 0, to: 24, every: 30)
    }
    return life.results(begins.count - 1).value(.sleepRegularity)
  }

  @Test("is 100 where every day is the same, and less by what differs: the formula by hand", arguments: [0, 1, 3, 8])
  func byHand(shift: Int) throws {
    let begins = (0..<14).map { day -> Double in day.isMultiple(of: 2) ? 0 : Double(shift) }
    // Of the 1440 minutes of each pair of days those differ in which one day slept and the other did not.
    let same = 1440 - 2 * 60 * shift
    let expected = -100 + 200 * Double(same) / 1440
    let found = try #require(index(begins))
    #expect(abs(found - expected) < 1e-9)
  }

  @Test("knows as little of a stretch without a stage as the time asleep does, unless there are no stages at all")
  func stretchesWithoutStage() {
    var life = Life()
    for day in 0..<14 {
      let between: SleepStage? = day.isMultiple(of: 2) ? nil : .awake
      life.sleep(day, from: 0, [(.light, 240), (between, 120), (.light, 120)])
      life.wear(day, from: 0, to: 24, every: 30)
    }
    #expect(life.results(12).value(.timeAsleep) == 360)
    #expect(life.results(13).value(.timeAsleep) == 360)
    #expect(life.results(13).value(.sleepRegularity) == 100)
    // Every known minute is the same on both days of a pair; two hours of 24 are not known.
    #expect(life.results(13).finding(.sleepRegularity)?.confidence.map { abs($0 - 22.0 / 24) < 0.001 } == true)
    var unstaged = Life()
    for day in 0..<14 {
      unstaged.sleep(day, from: 0, to: 8, stage: day.isMultiple(of: 2) ? nil : .light)
      unstaged.wear(day, from: 0, to: 24, every: 30)
    }
    #expect(unstaged.results(13).value(.sleepRegularity) == 100)
    #expect(unstaged.results(12).value(.timeAsleep) == 480)
  }

  @Test("is of the last 14 days alone")
  func window() throws {
    #expect(index([Double](repeating: 9, count: 10) + [Double](repeating: 1, count: 14)) == 100)
  }

  @Test("is not known where it is not known whether somebody slept: hours in which nothing was worn count as neither")
  func unknown() {
    var life = Life()
    for day in 0..<14 { life.sleep(day, from: 0, to: 8) }
    #expect(life.results(13).gap(.sleepRegularity)?.contains("of the last 14 days there are 0") == true)
    // A week is enough.
    for day in 8..<14 { life.wear(day, from: 0, to: 24, every: 30) }
    #expect(life.results(13).value(.sleepRegularity) == 100)
    #expect(life.results(13).finding(.sleepRegularity)?.confidence.map { (0.3..<0.5).contains($0) } == true)
  }
}
