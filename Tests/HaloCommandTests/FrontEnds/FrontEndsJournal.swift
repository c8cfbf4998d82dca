import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloDashboard

/// The journal used to compare front ends, created once.
struct FrontEndsJournal: Sendable {
  /// A front end's presentation of a figure.
  struct Shown: Equatable {
    let value: Double?
    let text: String?
    let note: String?
    let reason: String?
    let verdict: String?
  }

  /// The day of 25 hours: the clock is set back an hour at 03:00.
  static let longDay = CalendarDate(daysSince1970: 20_751)
  /// The current day for the front ends.
  static let today = longDay.adding(days: 8)
  static let shared = Task { try await FrontEndsJournal() }

  let folder: TemporaryFolder
  let journal: Journal
  var path: String { journal.path }

  private init() async throws {
    folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    self.journal = journal
    try Self.importPast(into: journal)
    // Syncs Ada's ring at nine on three days, the last of which is today.
    for days in [6, 8] {
      let start = WallClock(date: Self.longDay.adding(days: days), minuteOfDay: 540)
      try await SimulatedHome.run(registry: .bundled, start: start, zone: .hoursEast(1), journal: journal) { home in
        let time = home.time
        let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 3)) { time.wallClock }
        let device = try await home.pair(ring, name: "Ada's ring", wearer: "Ada")
        _ = try await home.engine.sync(device)
      }
    }
    for wearer in ["Ada", "Ben"] { try DerivedMetricsUpdater(journal).updateAll(wearer) }
  }

  /// Runs models of the app, at ten in the morning of a day.
  @MainActor func inApp(
    _ date: CalendarDate = today, of wearer: String = "Ada",
    _ body: @escaping @MainActor @Sendable (ModelEnvironment, Reports) async throws -> Void
  ) async throws {
    try await Simulation.run(waitingForMainActor: true) { @MainActor clock in
      let start = WallClock(date: date, minuteOfDay: 600)
      let home = try SimulatedHome(clock, registry: .bundled, start: start, zone: .hoursEast(1), journal: journal)
      try await body(
        ModelEnvironment(
          journal: journal, radio: home.radio, registry: .bundled,
          driver: DriverEnvironment(clock: ContinuousClock(), time: home.time), wearer: wearer),
        Reports(journal: journal, wearer: wearer, time: home.time))
    }
  }

  /// Imports four weeks of both wearers up to the day of 25 hours and three more days, and an hour of a strap on the
  /// last.
  private static func importPast(into journal: Journal) throws {
    func offset(_ milliseconds: Int) -> Int {
      milliseconds < longDay.daysSince1970 * 86_400_000 + 3_600_000 ? 7200 : 3600
    }
    func moment(_ date: CalendarDate, minute: Int) -> Moment {
      let wall = WallClock(date: date, minuteOfDay: 0).adding(minutes: minute)
      return Moment(wall, secondsFromGMT: offset(Moment(wall, secondsFromGMT: 7200).milliseconds + 3_599_999))
    }
    func keep(_ entries: [ImportedEntry], _ identifier: String, _ name: String, _ wearer: String) throws {
      _ = try journal.keep(
        entries, of: DeviceID(identifier), name: name, family: "colmi-ring", wearer: wearer, from: "\(name).csv",
        at: moment(longDay.adding(days: 4), minute: 60))
    }
    let days = (-28...3).map { longDay.adding(days: $0) }
    for (number, wearer) in ["Ada", "Ben"].enumerated() {
      let entries = days.flatMap { date -> [ImportedEntry] in
        let (start, end) = (
          moment(date, minute: 0).milliseconds, moment(date.adding(days: 1), minute: 0).milliseconds
        )
        let swing = date.daysSince1970 % 5
        let rates = stride(from: start, to: end, by: 300_000).map { time -> ImportedEntry in
          let at = Moment(milliseconds: time, secondsFromGMT: offset(time))
          let rate = Double(52 + number * 8 + swing + (at.wallClock.time.hour < 7 ? 0 : 20))
          return .sample(.heartRate, rate, start: at, length: 0, .log)
        }
        let steps = (0..<40).map { quarter in
          ImportedEntry.sample(
            .steps, Double(150 + swing * 10 + number * 100), start: moment(date, minute: 480 + quarter * 15),
            length: 900_000, .log)
        }
        let night = ImportedEntry.sleep(
          .night, start: moment(date.adding(days: -1), minute: 1380 + swing * 7),
          stages: [
            .init(stage: .light, minutes: 90), .init(stage: .awake, minutes: 12), .init(stage: .deep, minutes: 70),
            .init(stage: .rem, minutes: 60), .init(stage: .light, minutes: 180 + number * 25),
          ])
        // Ben walks 10,000 steps and more, and has HRV.
        let variability = (0..<20 * number).map { place in
          ImportedEntry.sample(
            .heartRateVariability, Double(50 + swing), start: moment(date, minute: 60 + place * 10), length: 0, .log)
        }
        return rates + steps + [night] + variability
      }
      try keep(entries, "C3:48:9A:00:00:0\(number)", "\(wearer)'s old ring", wearer)
    }
    let training = (0..<3600).map { second -> ImportedEntry in
      let start = moment(longDay.adding(days: 3), minute: 1000)
      return .sample(
        .heartRate, 160, start: Moment(milliseconds: start.milliseconds + second * 1000, secondsFromGMT: 3600),
        length: 0, .live)
    }
    try keep(training, "C3:48:9A:00:00:09", "Strap", "Ada")
    try journal.keep(
      Workout(
        .running, start: moment(longDay.adding(days: 3), minute: 1000), length: 3_600_000, meters: 9120,
        kilocalories: 541.6, source: .live), of: "Ada",
      heart: try journal.allDevices().first { $0.name == "Strap" })
  }

  // MARK: Front ends

  /// The program's time zone and real clock, long after the last day.
  var time: WallTime { WallTime(zone: "Europe/Berlin", secondsFromGMT: { _ in 3600 }, now: { Date() }) }

  func reports(_ wearer: String) throws -> Reports { try Reports(journal: journal, wearer: wearer, time: time) }

  func page(_ date: CalendarDate, _ wearer: String) throws -> Data {
    try VisibleText.data(pageWearer(wearer).reports(journal).dayAnswer(date))
  }

  func nightPage(_ date: CalendarDate, _ wearer: String) throws -> Data {
    try VisibleText.data(pageWearer(wearer).reports(journal).nightAnswer(date))
  }

  func heartPage(_ date: CalendarDate, _ wearer: String) throws -> Data {
    try VisibleText.data(pageWearer(wearer).reports(journal).heart(date))
  }

  /// Returns the page's data of heart and nights for some days.
  func periodPages(from first: CalendarDate, to last: CalendarDate, _ wearer: String) throws -> (
    heart: Data, nights: Data
  ) {
    let of = try pageWearer(wearer)
    return try (
      VisibleText.data(of.heart(from: first, to: last, journal, DayCache())),
      VisibleText.data(of.reports(journal).nightsAnswer(from: first, to: last))
    )
  }

  func activityPage(from first: CalendarDate, to last: CalendarDate, _ wearer: String) throws -> Data {
    try VisibleText.data(pageWearer(wearer).activity(from: first, to: last, journal, DayCache()))
  }

  func workoutsPage(from first: CalendarDate, to last: CalendarDate, _ wearer: String) throws -> Data {
    try VisibleText.data(["workouts": pageWearer(wearer).workouts(from: first, to: last, journal, DayCache())])
  }

  func workoutPage(_ id: Int, _ wearer: String) throws -> Data {
    try VisibleText.data(pageWearer(wearer).reports(journal).workout(journal.workout(numbered: id, of: wearer)))
  }

  /// Returns the page's explanation of a number, as JSON.
  func explanation(of subject: ExplainSubject, _ wearer: String) throws -> String {
    let report = try pageWearer(wearer).reports(journal).explanation(of: subject, .bundled) {
      try DerivedMetricsUpdater(journal).gap($0, of: wearer, on: $1)
    }
    return try VisibleText.json(report)
  }

  private func pageWearer(_ wearer: String) throws -> WearerContext {
    WearerContext(name: wearer, settings: try journal.profile(of: wearer), time: time)
  }

  /// Returns the figures of a day's JSON.
  func figures(_ json: [String: Any]) -> [FigureID: Shown] {
    let all = json["figures"] as? [[String: Any]] ?? []
    return Dictionary(
      all.compactMap { figure in
        (figure["id"] as? String).flatMap(FigureID.init).map { id in
          (
            id,
            Shown(
              value: figure["value"] as? Double, text: figure["text"] as? String, note: figure["note"] as? String,
              reason: figure["reason"] as? String, verdict: (figure["trend"] as? [String: Any])?["verdict"] as? String
            )
          )
        }
      }
    ) { $1 }
  }
}
