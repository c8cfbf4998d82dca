import Foundation
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInsights
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloDashboard

/// Compares periods and workouts on the journal of ``FrontEndsTests``.
@Suite struct FrontEndsPeriodTests {
  /// Weeks that end with the day of 25 hours, with the day of the workout, and with a day synced only in the morning.
  static let weeks = [0, 3, 8].map { FrontEndsJournal.longDay.adding(days: $0) }

  private static func object(_ bytes: some Sequence<UInt8>) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private static func command(_ arguments: [String], _ wearer: String) async throws -> Program.Result {
    let home = try await FrontEndsJournal.shared.value
    let result = try await Program.run(
      arguments + ["--wearer", wearer, "--journal", home.path], environment: ["COLUMNS": "200"])
    #expect(result.status == 0, "\(result.problems)")
    return result
  }

  @Test(arguments: weeks, ["Ada", "Ben"])
  func `movement of a week is the same on the command line, on the page and in the report`(
    last: CalendarDate, wearer: String
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    let first = last.adding(days: -6)
    let report = try home.reports(wearer).activity(from: first, to: last, .samples)
    let arguments = ["steps", "--days", "7", "--until", "\(last)"]
    var printed = try Self.object(try await Self.command(arguments + ["--json"], wearer).output.utf8)
    var shown = try Self.object(home.activityPage(from: first, to: last, wearer))
    // The page also gets texts.
    let metrics = try #require(shown["metrics"] as? [[String: Any]])
    let steps = metrics.first?["texts"] as? [String: Any]
    let (texts, places) = (steps?["list"] as? [String] ?? [], steps?["at"] as? [Any] ?? [])
    #expect(
      places.map { ($0 as? Int).map { texts[$0] } }
        == report.metrics[0].values.map { $0.map { Phrase("\($0, digits: 0) steps").english } })
    shown["metrics"] = metrics.map { $0.filter { !$0.key.hasSuffix("exts") } }
    // The page does not request how complete each day is.
    var days = try #require(printed["days"] as? [String: Any])
    #expect((days.removeValue(forKey: "coverage") as? [Any])?.count == 7)
    printed["days"] = days
    #expect(printed as NSDictionary == shown as NSDictionary)
    #expect(shown["summary"] as? String == report.summary?.english)
    let drawn = try await Self.command(arguments, wearer).output
    for steps in report.metrics[0].values.compactMap(\.self) {
      #expect(drawn.contains(" \(Phrase("\(steps, digits: 0)").english)"))
    }
    if let summary = report.summary { #expect(drawn.contains(summary.english)) }
  }

  @Test(arguments: weeks, ["Ada", "Ben"]) func `a row of a week has the figures of its day`(
    last: CalendarDate, wearer: String
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    let reports = try home.reports(wearer)
    let table = try reports.period(from: last.adding(days: -6), to: last)
    let printed = try Self.object(
      try await Self.command(["week", "--until", "\(last)", "--json"], wearer).output.utf8)
    #expect(printed as NSDictionary == (try Self.object(JSONEncoder().encode(table))) as NSDictionary)
    let drawn = try await Self.command(["week", "--until", "\(last)"], wearer).lines
    for (row, line) in zip(table.rows + [try #require(table.averages)], drawn.dropFirst(3)) {
      for column in PeriodReport.Column.allCases {
        if let text = row.text(column) { #expect(line.contains(text.english)) }
      }
      guard let date = row.date else { continue }
      let day = try reports.day(date)
      for (column, id) in [
        (PeriodReport.Column.steps, FigureID.steps), (.asleep, .timeAsleep), (.resting, .restingHeartRate),
        (.hrv, .nightHeartRateVariability),
      ] {
        let text = row.text(column).map {
          "\($0.english)\(column.unit.map { " \($0.symbol)" } ?? "")"
        }
        #expect(text == day.figure(id)?.text?.english, "\(date) \(id)")
      }
    }
    let activity = try reports.activity(from: table.from, to: last)
    #expect(table.averages?.steps?.rounded() == activity.metric(.steps)?.average?.value)
  }

  @Test func `a workout has the same figures on the command line and on the page`() async throws {
    let home = try await FrontEndsJournal.shared.value
    let stored = try #require(try home.journal.workouts(of: "Ada").first)
    let report = try home.reports("Ada").workout(stored)
    let texts = report.figures.compactMap(\.text?.english)
    #expect(texts.count == 6)
    let (list, whole) = (
      try Self.object(home.workoutsPage(from: Self.weeks[0], to: Self.weeks[2], "Ada")),
      try Self.object(home.workoutPage(stored.id, "Ada"))
    )
    let listed = try Self.object(try await Self.command(["workout", "list", "--json"], "Ada").output.utf8)
    let shown = try Self.object(try await Self.command(["workout", "show", "--json"], "Ada").output.utf8)
    let all = [try #require((list["workouts"] as? [[String: Any]])?.first), whole, listed, shown]
    for (place, json) in all.enumerated() {
      // The list has no averages but that of the heart rate.
      let figures = home.figures(whole).filter { place > 0 || $0.key != .averageSpeed }
      #expect(home.figures(json) == figures)
      #expect(
        (json["figures"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
          == Array(texts.prefix(figures.count)))
    }
    let drawn = try await Self.command(["workout", "show"], "Ada").output
    for text in texts { #expect(drawn.contains(text)) }
    let line = try await Self.command(["workout", "list"], "Ada").output
    for id in [FigureID.duration, .distance, .workoutAverageHeartRate] {
      #expect(line.contains(try #require(report.figure(id)?.text?.english)))
    }
    #expect(whole["zonesReason"] as? String == report.zonesReason?.english)
    #expect(drawn.contains("your year of birth"))
  }

  @Test(arguments: weeks, ["Ada", "Ben"]) @MainActor
  func `movement of a week and its workouts are the same in the app`(
    date: CalendarDate, wearer: String
  ) async throws {
    let shared = try await FrontEndsJournal.shared.value
    try await shared.inApp(date, of: wearer) { environment, reports in
      let model = ActivityModel(environment)
      let screen = Task { await model.run() }
      while model.contents.isLoading { await Task.yield() }
      screen.cancel()
      let first = date.adding(days: -6)
      let (week, workouts) = (
        try reports.activity(from: first, to: date), try reports.workouts(from: first, to: date)
      )
      let contents = try #require(model.contents.value)
      #expect(
        contents.week.days.map(\.date) == week.days.date
          && contents.week.days.map(\.total) == week.metrics[0].values.map { $0.map { Int($0) } })
      #expect(contents.week.voiceOverText == week.summary ?? Phrase("No step data for this week."))
      #expect(
        contents.workouts.map { $0.figures.map(\.value) }
          == workouts.reversed().map { $0.figures.compactMap(\.text) })
    }
  }
}
