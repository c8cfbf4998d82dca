import HaloHealth
import HaloInsights
import Testing

@testable import HaloReports

@Suite struct NightReportTests {
  @Test func `a night has its figures`() throws {
    let night = try ReportJournal().reports(of: "Ada").night(ReportJournal.lastDay)
    // 23:00 to 06:30: seven hours asleep and half an hour awake.
    #expect(night.main?.minutes == 450)
    #expect(night.figure(.efficiency)?.value == 93.3)
    #expect(night.figure(.wakeAfterOnset)?.text?.english == "30 min")
    #expect(night.figure(.midpoint)?.text?.english == "02:45")
    #expect(night.figure(.latency)?.value == nil)
    #expect(night.figure(.latency)?.reason?.english == "No device reported when you went to bed.")
    // Fourteen nights, each an hour below the goal.
    #expect(night.figure(.sleepDebt)?.value == 840)
    #expect(night.account.kind == .recorded)
    #expect(night.usual?.asleep.median == 420 && night.usual?.bed.median == TimeOfDay(minutes: 23 * 60))
  }

  @Test func `the usual range of a night is that of the baseline, with times around midnight too`() throws {
    let today = CalendarDate(daysSince1970: 20_000)
    let minutes = [400, 410, 420, 430, 440, 450, 460, 620]
    let nights = minutes.enumerated().map { day, asleep in
      let start = WallClock(date: today.adding(days: -day - 2), minuteOfDay: 1440 - 40).adding(minutes: day * 10)
      return Night(
        kind: .night, start: start, end: start.adding(minutes: asleep), stages: [.init(stage: .deep, minutes: asleep)],
        provenance: Provenance(frames: [], decoder: "test"))
    }
    let usual = try #require(UsualNights(on: today, nights))
    let baseline = try Baseline(
      on: today, minutes.enumerated().map { (today.adding(days: -$0 - 1), Double($1)) })
    #expect(usual.asleep.median == 435 && usual.asleep.nights == 8)
    #expect(usual.asleep.low == Int(baseline.range.lowerBound.rounded()))
    #expect(usual.asleep.high == Int(baseline.range.upperBound.rounded()))
    #expect(usual.deep == usual.asleep && usual.rem?.median == 0)
    #expect(usual.bed.median == TimeOfDay(minutes: 1435))
    #expect(usual.bed.low.minutes > usual.bed.high.minutes, "before and after midnight")
    #expect(UsualNights(on: today, Array(nights.prefix(6))) == nil)
  }

  @Test func `its series have a margin of half an hour around the sleep`() throws {
    let night = try ReportJournal().reports(of: "Ada").night(ReportJournal.lastDay)
    let rates = try #require(night.series(.heartRate))
    #expect(night.window.start == ReportJournal.moment(ReportJournal.lastDay.adding(days: -1), hour: 22.5))
    #expect(night.window.end == ReportJournal.moment(ReportJournal.lastDay, hour: 7))
    #expect(rates.count == 8 * 12 + 6)
    #expect(rates.start.moment == night.window.start)
  }

  @Test func `a night without sleep has a reason`() throws {
    let night = try ReportJournal().reports(of: "Ada").night(ReportJournal.lastDay.adding(days: 1))
    #expect(night.main == nil && night.naps.isEmpty)
    #expect(night.figure(.efficiency)?.value == nil)
    #expect(!night.account.words.english.isEmpty)
  }
}

@Suite struct SleepDebtTests {
  private let today = CalendarDate(daysSince1970: 20_000)

  private func nights(_ count: Int, minutes: Int) -> [Night] {
    (0..<count).map { day in
      let start = WallClock(date: today.adding(days: -day - 1), minuteOfDay: 23 * 60)
      return Night(
        kind: .night, start: start, end: start.adding(minutes: minutes),
        stages: [.init(stage: .light, minutes: minutes)], provenance: Provenance(frames: [], decoder: "test"))
    }
  }

  @Test(arguments: [(14, 420, 14 * 60), (10, 450, 10 * 30), (14, 500, 0)])
  func `is the difference between the need and the sleep of the nights with data`(count: Int, minutes: Int, debt: Int) {
    #expect(SleepDebt(on: today, nights(count, minutes: minutes), need: 480)?.minutes == debt)
  }

  @Test func `needs ten nights with data, and a sleep need`() {
    #expect(SleepDebt(on: today, nights(9, minutes: 420), need: 480) == nil)
    #expect(SleepDebt(on: today, nights(14, minutes: 420), need: nil) == nil)
  }
}

@Suite struct TrendReportTests {
  private func report(_ value: Double, usual: Double, _ metric: DerivedMetric) throws -> TrendReport {
    let today = CalendarDate(daysSince1970: 20_000)
    let baseline = try Baseline(on: today, (1...28).map { (today.adding(days: -$0), usual) })
    return TrendReport(baseline.trend(of: value), of: metric, on: today)
  }

  @Test(arguments: [
    (59.3, 59.0, DerivedMetric.restingHeartRate, Trend.Verdict.usual, "about your usual 59 bpm (28 days)"),
    (62, 59, .restingHeartRate, .above, "3 bpm above your usual 59 bpm (28 days)"),
    (400, 421, .timeAsleep, .below, "21 min below your usual 7 h 1 min (28 days)"),
    (9000, 8000.4, .dailySteps, .above, "1,000 above your usual 8,000 (28 days)"),
  ])
  func `is above or below only if the displayed numbers differ`(
    value: Double, usual: Double, metric: DerivedMetric, verdict: Trend.Verdict, words: String
  ) throws {
    let trend = try report(value, usual: usual, metric)
    #expect(trend.verdict == verdict)
    #expect(trend.words.english == words)
  }

  @Test(arguments: [
    (58.6, Wording(), "about as usual", "59 bpm"), (63.4, Wording(), "4 bpm above your usual 59 bpm", "63 bpm"),
    (54, Wording(.german), "5 bpm weniger als deine üblichen 59 bpm", "54 bpm"),  // prose:allow German
  ])
  func `has its own words for a sentence, without the number of days`(
    value: Double, wording: Wording, sentence: String, text: String
  ) throws {
    let trend = try report(value, usual: 59, .restingHeartRate)
    #expect(trend.sentence.text(in: wording).hasPrefix(sentence) && !trend.sentence.english.contains("("))
    #expect(trend.text.text(in: wording) == text)
    #expect(trend.sentence.english.hasSuffix("which is rare for you") == trend.rare)
  }
}

@Suite struct ReasonTests {
  @Test func `each status of a night and each reason of a gap has its own sentence`() {
    let nights = NightOutcome.allCases.map(\.sentence.english)
    #expect(Set(nights).count == nights.count)
    let gaps = GapReason.allCases.map(\.sentence.english)
    #expect(Set(gaps).count == gaps.count)
    #expect((nights + gaps).allSatisfy { $0.hasSuffix(".") })
  }
}
