import HaloText
import Foundation
import HaloHealth
import HaloBluetooth
import HaloInsights
import HaloJournal
import HaloTesting
import Testing

@testable import HaloReports

@Suite struct DayReportTests {
  @Test func `a day has the values of its own wearer, from the device with the most data`() throws {
    let journal = try ReportJournal()
    let (ada, ben) = (
      try journal.reports(of: "Ada").day(ReportJournal.lastDay),
      try journal.reports(of: "Ben").day(ReportJournal.lastDay)
    )
    // 40 intervals of 15 minutes with 200 and 100 steps.
    #expect(ada.movement?.steps == 8000)
    #expect(ben.movement?.steps == 4000)
    #expect(ada.mainSleep?.minutesAsleep == 420)
    #expect(ben.mainSleep?.minutesAsleep == 360)
    // The strap's hour of 150 bpm has more values than the ring's day, but covers less of the day.
    #expect(ada.series(.heartRate)?.count == 288)
    #expect(ada.series(.heartRate)?.maximum == 70)
    #expect(ada.figure(.restingHeartRate)?.value == 50)
    #expect(ben.figure(.restingHeartRate)?.value == 62)
  }

  @Test func `data that is not kept has times by the device's clock, and nothing is missing of it`() throws {
    let journal = try ReportJournal()
    func day(isByDeviceClock: Bool) throws -> DayReport {
      try Reports(
        journal: journal.journal, wearer: "Ada",
        time: ReportJournal.time(ReportJournal.moment(ReportJournal.lastDay, hour: 23)),
        isByDeviceClock: isByDeviceClock
      ).day(ReportJournal.lastDay, .samples)
    }
    let (kept, shown) = (try day(isByDeviceClock: false), try day(isByDeviceClock: true))
    #expect(shown.movement == kept.movement && shown.movement != nil)
    #expect(shown.series.map(\.low) == kept.series.map(\.low) && shown.series.map(\.times) == kept.series.map(\.times))
    #expect(shown.series.allSatisfy { $0.clockChanges == nil && $0.start.secondsFromGMT == nil })
    let (night, sleep) = (try #require(kept.mainSleep), try #require(shown.mainSleep))
    #expect(sleep.start.wallClock == night.start.wallClock && sleep.minutesOfStage == night.minutesOfStage)
    #expect(sleep.start.secondsFromGMT == nil && sleep.explain == nil && sleep.device == nil)
    #expect(shown.start.secondsFromGMT == nil && shown.end.secondsFromGMT == nil)
    #expect(!kept.unknown.isEmpty && shown.unknown.isEmpty && shown.missing.isEmpty)
    #expect(kept.night != nil && shown.night == nil && shown.nightReason == nil && shown.coverage == nil)
    #expect(kept.insights != nil && shown.insights == nil)
    #expect(shown.figures.map(\.id) == FigureID.activity)
  }

  @Test func `a figure has its goal, its comparison with the usual, and its explanation`() throws {
    let day = try ReportJournal().reports(of: "Ada").day(ReportJournal.lastDay)
    let asleep = try #require(day.figure(.timeAsleep))
    #expect(asleep.text?.english == "7 h")
    #expect(asleep.goal == 480)
    #expect(asleep.trend?.verdict == .usual)
    #expect(asleep.trend?.words.english == "about your usual 7 h (28 days)")
    #expect(asleep.explain == "time-asleep@\(ReportJournal.lastDay)")
    #expect(asleep.reason == nil)
  }

  @Test func `an unknown figure has a reason and no value`() throws {
    let day = try ReportJournal().reports(of: "Ada").day(ReportJournal.lastDay)
    let variability = try #require(day.figure(.nightHeartRateVariability))
    #expect(variability.value == nil && variability.text == nil && variability.explain == nil)
    #expect(variability.reason?.english.isEmpty == false)
    #expect(day.unknown(.stress)?.words.english.isEmpty == false)
  }

  @Test(arguments: [Metric.heartRateVariabilitySDNN, .heartRateVariabilityRMSSD])
  func `what is shown for HRV says what it is, in a day and in a period`(measured: Metric) throws {
    let journal = try ReportJournal()
    let values = (0..<9).map { place in
      ImportedEntry.sample(
        measured, Double(41 + place), start: ReportJournal.moment(ReportJournal.lastDay, hour: Double(place)),
        length: 0,
        .log)
    }
    _ = try journal.journal.keep(
      values, of: DeviceID("C3:48:9A:00:00:07"), name: "Watch", family: "apple-health", wearer: "Ada", from: "x.xml",
      at: ReportJournal.moment(ReportJournal.lastDay, hour: 23))
    let reports = try journal.reports(of: "Ada")
    let series = try #require(try reports.day(ReportJournal.lastDay).series(.heartRateVariability))
    #expect(series.metric == measured && series.name == measured.title && series.maximum == 49)
    let period = try reports.heart(from: ReportJournal.lastDay.adding(days: -2), to: ReportJournal.lastDay)
    let days = try #require(period.series(.heartRateVariability))
    #expect(days.name == measured.title && days.high == [nil, nil, 49] && days.texts?.range?.english == "41 – 49 ms")
  }

  @Test func `a period has the extremes of one day, and the single values of another`() throws {
    let (journal, last) = (try ReportJournal(), ReportJournal.lastDay)
    func sample(_ metric: Metric, _ value: Double, _ date: CalendarDate, _ length: Int) -> ImportedEntry {
      .sample(metric, value, start: ReportJournal.moment(date, hour: 3), length: length, .log)
    }
    let values = [
      sample(.oxygenSaturationMinimum, 93, last.adding(days: -1), 3_600_000),
      sample(.oxygenSaturationMaximum, 98, last.adding(days: -1), 3_600_000), sample(.oxygenSaturation, 96, last, 0),
    ]
    _ = try journal.journal.keep(
      values, of: DeviceID("C3:48:9A:00:00:07"), name: "Watch", family: "apple-health", wearer: "Ada", from: "x.xml",
      at: ReportJournal.moment(last, hour: 23))
    let reports = try journal.reports(of: "Ada")
    let days = try #require(try reports.heart(from: last.adding(days: -1), to: last).series(.oxygenSaturation))
    #expect(days.low == [93, 96] && days.high == [98, 96])
    // The same as each day's own report.
    #expect(try reports.day(last.adding(days: -1)).series(.oxygenSaturation)?.maximum == 98)
    #expect(try reports.day(last).series(.oxygenSaturation)?.minimum == 96)
  }

  @Test func `on a day of 25 hours each value keeps its local time`() throws {
    let day = try ReportJournal().reports(of: "Ada").day(ReportJournal.longDay)
    let rates = try #require(day.series(.heartRate))
    #expect(rates.count == 300)
    #expect(day.end.moment.map { $0.milliseconds - (day.start.moment?.milliseconds ?? 0) } == 25 * 3_600_000)
    #expect(rates.clockChanges == [SeriesReport.ClockChange(time: 3 * 3600, offset: 60)])
    // 02:55 summer time, 02:00 winter time, and the last value before midnight.
    #expect(rates.time(at: 35).description == "\(ReportJournal.longDay)T02:55:00+02:00")
    #expect(rates.time(at: 36).description == "\(ReportJournal.longDay)T02:00:00+01:00")
    #expect(rates.time(at: 299).description == "\(ReportJournal.longDay)T23:55:00+01:00")
  }

  @Test func `its JSON is unchanged after decoding and encoding`() throws {
    let day = try ReportJournal().reports(of: "Ada").day(ReportJournal.longDay, .samples)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(day)
    let again = try encoder.encode(JSONDecoder().decode(DayReport.self, from: json))
    #expect(String(decoding: json, as: UTF8.self) == String(decoding: again, as: UTF8.self))
    #expect(!String(decoding: json, as: UTF8.self).contains("null"))
  }

  @Test func `columns have at most 800 values and keep the minimum and the maximum`() throws {
    let points = (0..<5000).map { second in
      SeriesReport.Point(
        time: LocalTime(Moment(milliseconds: second * 1000, secondsFromGMT: 0)), seconds: second,
        low: second == 1234 ? 40 : second == 4321 ? 190 : 100, high: second == 1234 ? 40 : second == 4321 ? 190 : 100,
        source: .live, length: 0)
    }
    let start = LocalTime(Moment(milliseconds: 0, secondsFromGMT: 0))
    let series = try #require(SeriesReport(.heartRate, .line, points, start: start, most: 800))
    #expect(series.times.count <= 800)
    #expect(series.count == 5000)
    #expect(series.low.min() == 40 && series.high?.max() == 190)
    #expect(series.minimum == 40 && series.maximum == 190)
  }
}
