import Foundation
import HaloTesting
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import Testing

@testable import HaloReports

@Suite struct PeriodTableTests {
  private static let (first, last) = (ReportJournal.lastDay.adding(days: -6), ReportJournal.lastDay)

  /// Adds a day with data only in the morning: 500 steps, and 150 bpm.
  private static func addMorning(_ journal: ReportJournal) throws {
    let day = last.adding(days: 1)
    let entries = (0..<5).flatMap { quarter -> [ImportedEntry] in
      let start = ReportJournal.moment(day, hour: 8 + Double(quarter) / 4)
      return [
        .sample(.steps, 100, start: start, length: 900_000, .log),
        .sample(.heartRate, 150, start: start, length: 0, .log),
      ]
    }
    _ = try journal.journal.keep(
      entries, of: DeviceID("C3:48:9A:00:00:03"), name: "Ben's ring", family: "colmi-ring", wearer: "Ben",
      from: "more.csv", at: ReportJournal.moment(day, hour: 10))
  }

  @Test func `activity of a week is compared with the week before and with the goal`() throws {
    let week = try ReportJournal().reports(of: "Ada").activity(from: Self.first, to: Self.last)
    #expect(week.metric(.steps)?.values == Array(repeating: 8000, count: 7))
    #expect(week.days.complete?.allSatisfy { $0 } == true)
    let steps = try #require(week.metric(.steps))
    #expect(steps.average?.value == 8000 && steps.average?.days == 7 && steps.before?.value == 8000)
    #expect(steps.average?.words.english == "On average 8,000 steps (7 days)" && steps.goal == 8000)
    #expect(
      week.summary?.english
        == "8,000 steps per day on average over 7 days, as in the week before. The goal was reached on 7 of them.")
  }

  @Test func `a change is compared with the time before, for periods up to a month`() throws {
    let journal = try ReportJournal()
    try journal.journal.change(profileOf: "Ada") { $0.stepGoal = nil }
    let more = (0..<7).map { day in
      ImportedEntry.sample(
        .steps, 2000, start: ReportJournal.moment(Self.first.adding(days: day), hour: 19), length: 900_000, .log)
    }
    _ = try journal.journal.keep(
      more, of: DeviceID("C3:48:9A:00:00:01"), name: "Ada's ring", family: "colmi-ring", wearer: "Ada",
      from: "more.csv",
      at: ReportJournal.moment(Self.last, hour: 23))
    let reports = try journal.reports(of: "Ada")
    #expect(
      try reports.activity(from: Self.first, to: Self.last).summary?.english
        == "10,000 steps per day on average over 7 days, 2,000 steps more than in the week before.")
    #expect(
      try reports.activity(from: Self.first.adding(days: -1), to: Self.last.adding(days: -1)).summary?.english
        == "9,714 steps per day on average over 7 days, 1,714 steps more than in the week before.")
    let long = try reports.activity(from: Self.last.adding(days: -31), to: Self.last)
    #expect(long.metrics[0].before == nil && long.summary?.english == "8,438 steps per day on average over 32 days.")
  }

  @Test func `a partial day is shown, and does not count in means`() throws {
    let journal = try ReportJournal()
    try Self.addMorning(journal)
    let (reports, next) = (try journal.reports(of: "Ben"), Self.last.adding(days: 1))
    let week = try reports.activity(from: Self.first, to: next, .samples)
    #expect(week.metrics[0].values.last == 500 && week.days.complete?.last == false)
    #expect(week.days.coverage?.last??.brief?.english == "until 10:00" && week.days.coverage?.first??.whole == true)
    #expect(week.metrics[0].average?.value == 4000 && week.metrics[0].average?.days == 7)
    let table = try reports.period(from: Self.first, to: next)
    let (row, means) = (try #require(table.rows.last), try #require(table.averages))
    #expect(row.steps == 500 && row.high == 150 && row.complete == false && row.coverage?.english == "until 10:00")
    #expect(means.steps == 4000 && means.days?[.steps] == 7 && means.low == 62 && means.high == 82)
  }

  @Test func `each mean has its own number of days, and needs half of the days with data`() throws {
    let journal = try ReportJournal()
    // Three nights with HRV, and four days with active energy.
    let more = (0..<4).flatMap { day -> [ImportedEntry] in
      let date = Self.last.adding(days: -day)
      let energy = ImportedEntry.sample(
        .activeEnergy, 300, start: ReportJournal.moment(date, hour: 18), length: 900_000, .log)
      let values = (0..<20).map { place in
        ImportedEntry.sample(
          .heartRateVariability, 50, start: ReportJournal.moment(date, hour: 1 + Double(place) / 6), length: 0, .log)
      }
      return [energy] + (day < 3 ? values : [])
    }
    _ = try journal.journal.keep(
      more, of: DeviceID("C3:48:9A:00:00:01"), name: "Ada's ring", family: "colmi-ring", wearer: "Ada",
      from: "more.csv", at: ReportJournal.moment(Self.last, hour: 23))
    try DerivedMetricsUpdater(journal.journal).updateAll("Ada")
    let reports = try journal.reports(of: "Ada")
    let table = try reports.period(from: Self.first, to: Self.last)
    #expect(table.rows.compactMap(\.hrv).count == 3, "the days have them")
    let means = try #require(table.averages)
    #expect(means.hrv == nil && means.days?[.hrv] == nil, "three of seven")
    #expect(means.days == [.steps: 7, .asleep: 7, .heartRate: 7, .resting: 7])
    let heart = try reports.heart(from: Self.first, to: Self.last)
    #expect(heart.metrics[1].average == nil && heart.metrics[0].average?.days == 7)
    let activity = try reports.activity(from: Self.first, to: Self.last)
    #expect(activity.metric(.energy)?.average?.words.english == "On average 300 kcal (4 days)", "four of seven")
    #expect(activity.metric(.activeMinutes)?.average == nil && activity.metric(.distance)?.average == nil)
    // Of the last three nights, each has a value.
    #expect(try reports.period(from: Self.last.adding(days: -2), to: Self.last).averages?.days?[.hrv] == 3)
  }

  @Test func `a row has the values of its day, and the last row their means`() throws {
    let reports = try ReportJournal().reports(of: "Ada")
    let table = try reports.period(from: Self.first, to: Self.last)
    #expect(table.rows.count == 7 && table.rows.map(\.date) == CalendarDate.days(from: Self.first, to: Self.last))
    for row in table.rows + [try #require(table.averages)] {
      #expect(row.steps == 8000 && row.asleep == 420 && row.low == 50 && row.high == 70 && row.resting == 50)
      #expect(row.hrv == nil)
      let texts = PeriodReport.Column.allCases.map { row.text($0)?.english }
      #expect(texts == ["8,000", nil, "7 h", "50–70", "50", nil])
    }
    let read = try JSONDecoder().decode(PeriodReport.self, from: JSONEncoder().encode(table))
    #expect(read == table)
  }

  @Test func `a year has a row for each month, with the means of its days`() throws {
    let reports = try ReportJournal().reports(of: "Ben")
    let begin = try #require(CalendarDate(year: 2026, month: 9, day: 1))
    let year = try reports.months(from: begin, to: Self.last)
    #expect(year.rows.map(\.date) == [9, 10, 11].map { CalendarDate(year: 2026, month: $0, day: 1) })
    // The five weeks begin on the last day of September.
    #expect(year.rows.map { $0.days?[.steps] } == [1, 31, 3])
    #expect(year.rows.allSatisfy { $0.steps == 4000 && $0.asleep == 360 })
    #expect(year.averages?.days?[.steps] == 35 && year.averages?.steps == 4000)
    #expect(try reports.months(from: begin, to: begin).rows.map(\.isEmpty) == [true])
  }
}
