import HaloHealth
import HaloInsights
import Testing

@Suite struct PeriodComparisonTests {
  private let first = CalendarDate(daysSince1970: 20_700)

  private func comparison(_ before: [Double], _ now: [Double]) -> PeriodComparison {
    let values = (before + now).enumerated().map { place, value in
      (date: first.adding(days: place - before.count), value: value)
    }
    return PeriodComparison(from: first, to: first.adding(days: 6), values)
  }

  @Test func `compares a week with the week before, excluding itself`() {
    let week = comparison([1] + [Double](repeating: 60, count: 7), [66, 66, 66, 66, 66, 66, 66])
    #expect(week.mean?.value == 66 && week.mean?.days == 7)
    #expect(week.before?.value == 60 && week.before?.days == 7, "the eighth day before does not count")
    #expect(week.verdict == .above)
  }

  @Test(arguments: [(60.4, Trend.Verdict.usual), (59.4, .below), (60.6, .above)])
  func `weeks with the same shown number are equal`(mean: Double, verdict: Trend.Verdict) {
    let week = comparison([Double](repeating: 60, count: 7), [Double](repeating: mean, count: 7))
    #expect(week.verdict == verdict)
  }

  @Test(arguments: [(1, 2, true), (1, 3, false), (14, 29, false), (15, 29, true), (3, 0, true)])
  func `a mean needs values on half of the days with data`(values: Int, known: Int, exists: Bool) {
    let mean = PeriodComparison.Mean([Double](repeating: 89, count: values), of: known)
    #expect((mean != nil) == exists)
    if exists { #expect(mean?.value == 89 && mean?.days == values) }
  }

  @Test func `makes no comparison if fewer than half of the earlier days have a value`() {
    #expect(comparison([60, 60, 60], [66]).verdict == nil)
    #expect(comparison([60, 60, 60, 60], [66]).verdict == .above)
    #expect(comparison([60, 60, 60, 60], []).verdict == nil)
  }
}
