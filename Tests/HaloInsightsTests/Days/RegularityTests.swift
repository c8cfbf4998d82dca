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
