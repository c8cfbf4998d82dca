import Foundation
import HaloHealth
import HaloJournal
import Testing

@testable import HaloReports

@Suite struct WorkoutReportTests {
  private let journal: ReportJournal
  private let stored: StoredWorkout

  /// A run during the strap's hour.
  init() throws {
    journal = try ReportJournal()
    try journal.journal.keep(
      Workout(
        .running, start: ReportJournal.moment(ReportJournal.lastDay, hour: 17), length: 3_600_000, meters: 10_040,
        kilocalories: 612.4, source: .live), of: "Ada",
      heart: try journal.journal.allDevices().first { $0.name == "Strap" })
    stored = try #require(try journal.journal.workouts(of: "Ada").first)
  }

  @Test func `a full report has figures, series and zones`() throws {
    try journal.journal.change(profileOf: "Ada") { $0.maxHeartRate = 180 }
    let run = try journal.reports(of: "Ada").workout(stored)
    #expect(run.name.english == "Running" && run.heart == "Strap" && run.machine == nil && run.device == "Strap")
    #expect(
      run.figures.map(\.id) == [
        .duration, .distance, .workoutAverageHeartRate, .workoutHighestHeartRate, .energy, .averageSpeed,
      ])
    #expect(
      run.figures.compactMap(\.text?.english) == [
        "1:00:00", "10.04 km", "150 bpm", "150 bpm", "612 kcal", "10.0 km/h",
      ])
    #expect(run.figures.allSatisfy { $0.explain == "workout@\(run.id)" })
    #expect(
      run.series(.heartRate)?.average == 150 && run.series(.heartRate)?.count == 3600
        && run.series(.heartRate)?.times.first == 0)
    #expect(run.series(.speed) == nil && run.heartRateReason == nil && run.zonesReason == nil)
    let zone = try #require(run.zones?.zones.first { $0.zone == 4 })
    #expect(abs(zone.seconds - 3600) < 10 && run.zones?.zones.allSatisfy { $0.zone == 4 || $0.seconds == 0 } == true)
    #expect(run.spreads?["heart-rate"]?.average == 150 && run.notes == [:])
  }

  @Test func `without zones or a heart rate it has reasons`() throws {
    let unknown = try journal.reports(of: "Ada").workout(stored)
    #expect(unknown.zones == nil && unknown.zonesReason?.english.contains("your year of birth") == true)
    #expect(try journal.reports(of: "Ada").workout(stored, zones: HeartRateZones(age: 40)).zones?.isEstimate == true)
    let still = try journal.journal.keep(
      Workout(.other, start: ReportJournal.moment(ReportJournal.lastDay, hour: 9.02), length: 60_000, source: .live),
      of: "Ben")
    let report = try journal.reports(of: "Ben").workout(#require(try journal.journal.workout(still, of: "Ben")))
    #expect(report.figures.map(\.id) == [.duration] && report.figures.first?.text?.english == "1:00")
    #expect(
      report.series(.heartRate) == nil
        && report.heartRateReason?.english == "No heart rate was recorded in this workout.")
  }

  @Test(arguments: WorkoutRecording.counted)
  func `what a machine counts has a figure of its own`(metric: Metric) {
    #expect(FigureID(rawValue: metric.id).map { $0 != .steps || metric == .steps } == true)
  }

  @Test func `a list has the same figures without series, in the units of the reader`() throws {
    try journal.journal.change(profileOf: "Ada") { $0.units = .imperial }
    let reports = try journal.reports(of: "Ada")
    let (whole, list) = (
      try reports.workout(stored), try reports.workouts(from: ReportJournal.lastDay, to: ReportJournal.lastDay)
    )
    #expect(list.count == 1 && list[0].figures == whole.figures.dropLast())
    #expect(list[0].figures[1].text?.text(in: Wording(usesImperialUnits: true)) == "6.24 mi")
    #expect(list[0].series(.heartRate) == nil && list[0].zonesReason == nil && list[0].spreads == nil)
    let before = ReportJournal.lastDay.adding(days: -1)
    #expect(try reports.workouts(from: before, to: before).isEmpty)
    #expect(try JSONDecoder().decode(WorkoutReport.self, from: JSONEncoder().encode(whole)).id == whole.id)
  }
}
