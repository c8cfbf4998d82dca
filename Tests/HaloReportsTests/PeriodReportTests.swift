import Foundation
import HaloHealth
import HaloInsights
import HaloJournal
import Testing

@testable import HaloReports

@Suite struct HeartPeriodReportTests {
  private static let last = ReportJournal.lastDay

  @Test func `a week has the heart rate of each day and the usual, compared with the week before`() throws {
    let heart = try ReportJournal().reports(of: "Ada").heart(from: Self.last.adding(days: -6), to: Self.last)
    #expect(heart.days.date == (0..<7).map { Self.last.adding(days: $0 - 6) })
    // Six hours of 50 bpm and eighteen of 70 bpm.
    #expect(heart.series.map(\.id) == [.heartRate])
    let rates = try #require(heart.series(.heartRate))
    #expect(rates.low == [Double?](repeating: 50, count: 7))
    #expect(rates.average == [Double?](repeating: 65, count: 7))
    #expect(rates.high == [Double?](repeating: 70, count: 7))
    #expect(heart.metrics.map(\.id) == [.restingHeartRate, .nightHeartRateVariability])
    let (resting, variability) = (heart.metrics[0], heart.metrics[1])
    #expect(resting.values == [Double?](repeating: 50, count: 7))
    #expect(variability.values == [Double?](repeating: nil, count: 7))
    #expect(resting.baseline?.usual == [Double?](repeating: 50, count: 7))
    #expect(variability.baseline == nil && variability.trend == nil)
    #expect(resting.average?.value == 50 && resting.before?.value == 50)
    #expect(resting.trend?.id == .restingHeartRate)
    #expect(heart.summary?.english == "Resting heart rate 50 bpm on average over 7 days, as in the week before.")
  }

  @Test func `a year is not compared with the year before`() throws {
    let heart = try ReportJournal().reports(of: "Ada").heart(from: Self.last.adding(days: -364), to: Self.last)
    #expect(heart.metric(.restingHeartRate)?.before == nil)
    #expect(heart.summary?.english == "Resting heart rate 50 bpm on average over 35 days.")
    #expect(heart.series[0].low.count == 365 && heart.series[0].low[0] == nil)
  }

  @Test func `only a report with all details has the coverage of each day`() throws {
    let reports = try ReportJournal().reports(of: "Ada")
    #expect(try reports.heart(from: Self.last, to: Self.last).days.coverage == nil)
    let coverage = try reports.heart(from: Self.last, to: Self.last, .samples).days.coverage
    #expect(coverage?.count == 1)
  }

  @Test func `its JSON keeps unknown values as null, and is unchanged after decoding`() throws {
    let heart = try ReportJournal().reports(of: "Ada").heart(from: Self.last, to: Self.last.adding(days: 1), .samples)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(heart)
    #expect(String(decoding: json, as: UTF8.self).contains(#""low":[50,null]"#))
    #expect(try encoder.encode(JSONDecoder().decode(PeriodMetricsReport.self, from: json)) == json)
  }

  @Test func `a day has the lowest, mean and highest heart rate with explanations`() throws {
    let heart = try ReportJournal().reports(of: "Ada").heart(Self.last)
    #expect(
      heart.figures.map(\.id) == [
        .lowestHeartRate, .averageHeartRate, .highestHeartRate, .restingHeartRate, .nightHeartRateVariability,
      ])
    #expect(
      heart.figure(.lowestHeartRate)?.text?.english == "50 bpm"
        && heart.figure(.highestHeartRate)?.text?.english == "70 bpm")
    #expect(heart.figure(.averageHeartRate)?.note?.english == "From 288 measurements.")
    #expect(heart.figure(.lowestHeartRate)?.explain == "heart-rate@\(Self.last)T00:00:00+01:00")
    let none = try ReportJournal().reports(of: "Ada").heart(Self.last.adding(days: 2))
    let lowest = try #require(none.figure(.lowestHeartRate))
    #expect(lowest.value == nil && lowest.reason == none.unknown.first { $0.id == .heartRate }?.words)
  }
}

@Suite struct SleepPeriodReportTests {
  private static let last = ReportJournal.lastDay

  @Test func `a week has each main sleep, and averages compared with the week before`() throws {
    let week = try ReportJournal().reports(of: "Ada").nights(from: Self.last.adding(days: -6), to: Self.last)
    #expect(week.nights.asleep == [Int?](repeating: 420, count: 7))
    #expect(week.nights.deep == [Int?](repeating: 60, count: 7))
    #expect(week.nights.awake == [Int?](repeating: 30, count: 7))
    #expect(week.nights.account == [NightOutcome](repeating: .recorded, count: 7))
    #expect(week.nights.accountWords == [Phrase?](repeating: nil, count: 7))
    #expect(week.averages?.asleep.value == 420 && week.averages?.light?.value == 360 && week.averages?.asleep.days == 7)
    #expect(week.before == week.averages)
    #expect(week.usual?.asleep.median == 420)
    #expect(week.sleeps == nil)
    let summary = try #require(week.summary?.english)
    #expect(summary.hasPrefix("7 h asleep on average in 7 nights, as in the week before. The shortest was 7 h ("))
  }

  @Test func `each night agrees with its own report, also after a clock change`() throws {
    let reports = try ReportJournal().reports(of: "Ada")
    let (first, last) = (ReportJournal.longDay.adding(days: -30), Self.last.adding(days: 3))
    let nights = try reports.nights(from: first, to: last, .samples)
    for (place, date) in nights.nights.date.enumerated() {
      let night = try reports.night(date)
      #expect(nights.nights.account[place] == night.account.kind, "\(date)")
      #expect(nights.nights.start[place] == night.main?.start.moment, "\(date)")
      #expect(nights.nights.end[place] == night.main?.end.moment, "\(date)")
      #expect(nights.sleeps?.filter { $0.main && $0.end.date == date } == [night.main].compactMap(\.self), "\(date)")
    }
    #expect(nights.sleeps?.count == 35)
  }

  @Test func `nights before the first day of data have no sentence, later ones without data have one`() throws {
    let (first, last) = (try #require(ReportJournal.days.first), Self.last)
    let nights = try ReportJournal().reports(of: "Ada").nights(from: first.adding(days: -5), to: last.adding(days: 1))
    #expect(nights.nights.accountWords.prefix(6) == [Phrase?](repeating: nil, count: 6)[...])
    #expect(nights.nights.account[0] == .unknown && nights.nights.account[5] == .recorded)
    #expect(nights.nights.accountWords.last??.english == "There is no sleep data for this night.")
    #expect(nights.before == nil, "fewer than half of the nights before have data")
  }

  @Test func `midnights of an imported journal have the UTC offset of the next value`() throws {
    let journal = try ReportJournal().journal
    let (first, last) = (try #require(ReportJournal.days.first).adding(days: -3), Self.last.adding(days: 3))
    let midnights = try journal.midnights(of: "Ada", from: first, to: last)
    #expect(midnights.count == 42)
    for (number, midnight) in midnights.enumerated() {
      let date = first.adding(days: number)
      #expect(midnight.wallClock == WallClock(date: date, secondOfDay: 0))
      #expect(midnight.secondsFromGMT == (date <= ReportJournal.longDay ? 7200 : 3600), "\(date)")
      #expect(try journal.midnights(of: "Ada", from: date, to: date).first == midnight, "\(date)")
    }
  }
}

@Suite struct PeriodComparisonTests {
  private func sentence(days: Int, before: Double, now: Double) -> String {
    let last = CalendarDate(daysSince1970: 20_000)
    let values = (0..<days * 2).map { (date: last.adding(days: -$0), value: $0 < days ? now : before) }
    let comparison = PeriodComparison(from: last.adding(days: 1 - days), to: last, values)
    return comparison.sentence("A mean", days: days) { Phrase("\($0, digits: 0) bpm") }.english
  }

  @Test func `compares the mean with that of the same number of days before`() {
    #expect(sentence(days: 7, before: 50, now: 52) == "A mean, 2 bpm more than in the week before.")
    #expect(sentence(days: 30, before: 52, now: 50.4) == "A mean, 2 bpm less than in the month before.")
    #expect(sentence(days: 14, before: 50.1, now: 49.9) == "A mean, as in the 14 days before.")
    #expect(sentence(days: 365, before: 50, now: 60) == "A mean.")
  }
}
