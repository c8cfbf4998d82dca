import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloTesting

/// A journal of five weeks around the end of summer time in Europe (2026-10-25, a day of 25 hours): Ada with a ring and
/// a strap, Ben with a ring. All values are known.
struct ReportJournal {
  static let lastDay = CalendarDate(daysSince1970: 20_760)
  /// The clock is set back by an hour at three in the morning.
  static let longDay = CalendarDate(daysSince1970: 20_751)

  let folder: TemporaryFolder
  let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
    try keep(
      Self.nights(asleep: 7) + Self.heartRates(50) + Self.steps(40), of: "C3:48:9A:00:00:01", "Ada's ring", "Ada")
    try keep(Self.hourOfStrap, of: "C3:48:9A:00:00:02", "Strap", "Ada")
    try keep(
      Self.nights(asleep: 6) + Self.heartRates(62) + Self.steps(20), of: "C3:48:9A:00:00:03", "Ben's ring", "Ben")
    for wearer in ["Ada", "Ben"] { try DerivedMetricsUpdater(journal).updateAll(wearer) }
  }

  func reports(of wearer: String) throws -> Reports {
    let now = Self.moment(Self.lastDay.adding(days: 1), hour: 9)
    return try Reports(journal: journal, wearer: wearer, time: Self.time(now))
  }

  /// A clock of Berlin that shows `now`.
  static func time(_ now: Moment) -> WallTime {
    WallTime(
      zone: "Europe/Berlin",
      secondsFromGMT: { offset(Int($0.timeIntervalSince1970) * 1000) },
      now: { .init(timeIntervalSince1970: Double(now.milliseconds) / 1000) })
  }

  /// The UTC offset of Berlin, in seconds.
  static func offset(_ milliseconds: Int) -> Int {
    milliseconds < longDay.daysSince1970 * 86_400_000 + 3_600_000 ? 7200 : 3600
  }

  /// A local time in Berlin, before or after the hour that occurs twice.
  static func moment(_ date: CalendarDate, hour: Double) -> Moment {
    let wall = WallClock(date: date, secondOfDay: Int(hour * 3600))
    let summer = Moment(wall, secondsFromGMT: 7200)
    return Moment(wall, secondsFromGMT: offset(summer.milliseconds + 3_600_000 - 1))
  }

  private func keep(_ entries: [ImportedEntry], of identifier: String, _ name: String, _ wearer: String) throws {
    _ = try journal.keep(
      entries, of: DeviceID(identifier), name: name, family: "colmi-ring", wearer: wearer, from: "\(name).csv",
      at: Self.moment(Self.lastDay.adding(days: 1), hour: 9))
  }

  static var days: [CalendarDate] { (0..<35).map { lastDay.adding(days: -$0) }.reversed() }

  /// Sleeps from 23:00: light, deep, half an hour awake, and light until `asleep` hours of sleep.
  private static func nights(asleep: Int) -> [ImportedEntry] {
    days.map { date in
      .sleep(
        .night, start: moment(date.adding(days: -1), hour: 23),
        stages: [
          .init(stage: .light, minutes: 60), .init(stage: .deep, minutes: 60), .init(stage: .awake, minutes: 30),
          .init(stage: .light, minutes: asleep * 60 - 120),
        ])
    }
  }

  /// Heart rates every five minutes: `lowest` at night, 20 bpm more during the day.
  private static func heartRates(_ lowest: Double) -> [ImportedEntry] {
    days.flatMap { date -> [ImportedEntry] in
      let (start, end) = (moment(date, hour: 0).milliseconds, moment(date.adding(days: 1), hour: 0).milliseconds)
      return stride(from: start, to: end, by: 300_000).map { time in
        let at = Moment(milliseconds: time, secondsFromGMT: offset(time))
        return .sample(.heartRate, at.wallClock.time.hour < 6 ? lowest : lowest + 20, start: at, length: 0, .log)
      }
    }
  }

  /// Steps in each quarter of an hour from 8:00 to 18:00.
  private static func steps(_ count: Double) -> [ImportedEntry] {
    days.flatMap { date in
      (0..<40).map { quarter in
        .sample(.steps, count * 5, start: moment(date, hour: 8 + Double(quarter) / 4), length: 900_000, .log)
      }
    }
  }

  /// An hour of training on the last day, with a value per second.
  private static var hourOfStrap: [ImportedEntry] {
    (0..<3600).map { second in
      .sample(.heartRate, 150, start: moment(lastDay, hour: 17 + Double(second) / 3600), length: 0, .live)
    }
  }
}
