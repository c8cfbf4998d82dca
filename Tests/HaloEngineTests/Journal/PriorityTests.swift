import GRDB
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInterchange
import HaloReports
import HaloTesting
import Testing

@testable import HaloEngine
@testable import HaloJournal

@Suite("Priorities of devices")
struct PriorityTests {
  private static let first = CalendarDate(daysSince1970: 20_000)
  private static let now = Moment(milliseconds: (20_000 + 40) * 86_400_000, secondsFromGMT: 0)
  private static let last = first.adding(days: 9)

  private let folder: TemporaryFolder
  private let journal: Journal

  /// Ten days of a watch, and of a phone that has less data, and none on the last two days.
  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
    let watch = Self.lines("watch", days: 10, hours: 0..<24, steps: 100, rate: 60, sleep: "06:30")
    let phone = Self.lines("phone", days: 8, hours: 9..<12, steps: 10, rate: 90, sleep: "04:00")
    for (name, text) in [("watch.csv", watch), ("phone.csv", phone)] {
      _ = try journal.keep(export: text, name: name, at: Self.now)
    }
    try DerivedMetricsUpdater(journal).updateAll("me")
  }

  private static func lines(
    _ device: String, days: Int, hours: Range<Int>, steps: Int, rate: Int, sleep end: String
  ) -> String {
    var text = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"
    for day in 0..<days {
      let date = first.adding(days: day)
      for hour in hours {
        let start = "\(date)T\(hour < 10 ? "0" : "")\(hour)"
        text += "\(start):00:00+00:00,,heart-rate,\(rate),bpm,log,\(device),\(device),me,0,\n"
        text += "\(start):00:00+00:00,\(start):30:00+00:00,steps,\(steps),count,log,\(device),\(device),me,0,\n"
      }
      let night = "\(date)T00:00:00+00:00"
      text += "\(night),\(date)T\(end):00+00:00,sleep-stage,light,,log,\(device),\(device),me,0,night \(night)\n"
    }
    return text
  }

  /// The steps, mean heart rates and minutes asleep of the days, as seen by the period's reports, the day and the night.
  private func seen() throws -> [CalendarDate: [Int]] {
    let movement = try journal.movement(of: "me", from: Self.first, to: Self.last)
    let rates = try journal.trend(of: .heartRate, from: Self.first, to: Self.last, wearer: "me")
    let nights = try journal.nights(from: Self.first, to: Self.last, wearer: "me")
    var days: [CalendarDate: [Int]] = [:]
    for rate in rates {
      let samples = try journal.samples(on: rate.date, wearer: "me", metrics: [.steps, .heartRate])
      let steps = movement[rate.date]?.steps ?? 0
      #expect(samples[.steps]?.reduce(0) { $0 + Int($1.value) } == steps)
      #expect(samples[.heartRate].map { Set($0.map(\.value)) } == [rate.average])
      let asleep = nights.filter { $0.end.date == rate.date }.map(\.minutesAsleep)
      #expect(asleep.count == 1)
      days[rate.date] = [steps, Int(rate.average), asleep.first ?? 0]
    }
    return days
  }

  private func derived(_ metric: DerivedMetric) throws -> [Int] {
    try journal.derivedPoints(metric, of: "me", from: Self.first, to: Self.last).map { Int($0.value) }
  }

  private func prioritize(_ identifiers: [String], for subject: DeviceChoice.Subject) throws {
    let devices = try identifiers.map { identifier in
      try #require(try journal.allDevices().first { $0.identifier.text == identifier })
    }
    try journal.prioritize(devices, for: subject, of: "me")
    try DerivedMetricsUpdater(journal).updateAll("me")
  }

  private let watchDay = [2400, 60, 390]
  private let phoneDay = [30, 90, 240]

  @Test func `without a priority the device with most data counts`() throws {
    #expect(try Array(seen().values) == Array(repeating: watchDay, count: 10))
    #expect(try derived(.dailySteps) == Array(repeating: 2400, count: 10))
    #expect(try journal.priorities(of: "me").isEmpty)
  }

  @Test func `a device with priority counts whenever it has data, and another otherwise`() throws {
    let before = try journal.dump()
    for subject in [DeviceChoice.Subject.movement, .metric(.heartRate), .sleep] {
      try prioritize(["phone", "watch"], for: subject)
    }
    let days = try seen().sorted { $0.key < $1.key }.map(\.value)
    // The phone counted in 3 of the watch's 24 hours, 10 instead of 100 steps each.
    #expect(days == Array(repeating: [2130, 90, 240], count: 8) + Array(repeating: watchDay, count: 2))
    #expect(try derived(.dailySteps) == Array(repeating: 2130, count: 8) + [2400, 2400])
    #expect(try derived(.timeAsleep) == Array(repeating: 240, count: 8) + [390, 390])
    let choice = try #require(try journal.deviceChoice(of: .steps, wearer: "me", on: Self.first))
    #expect(choice.isByPriority)
    #expect([choice.chosen.amount] + choice.others.map(\.amount) == [30, 2100])
    // The explanation of a computed value names the reason.
    let reports = try Reports(journal: journal, wearer: "me", time: .system)
    let explained = try reports.explanation(of: .computed(.timeAsleep, Self.first), .bundled) { _, _ in nil }
    let inputs = explained.inputs.map(\.name.english)
    #expect(inputs.contains { $0.contains("phone") && $0.contains("by priority") }, "\(inputs)")
    let steps = try reports.explanation(of: .movement(Self.first), .bundled) { _, _ in nil }
    let facts = steps.lines.map { "\($0.name.english): \($0.text.english)" }
    let merged = "Selection: merged by time, by your priority: phone 30 steps, watch 2,100 of 2,400 steps"
    #expect(facts.contains(merged), "\(facts)")
    #expect(
      facts.contains { $0.hasPrefix("Imported: from watch.csv, on ") && $0.contains("and from phone.csv") }, "\(facts)")
    // Without the priorities, everything is as before.
    for subject in [DeviceChoice.Subject.movement, .metric(.heartRate), .sleep] { try prioritize([], for: subject) }
    #expect(try journal.dump() == before)
  }

  @Test func `counts of one time of day, before and after a flight to the west, add up`() throws {
    let other = try Journal(path: folder.path("flight.sqlite"))
    var text = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"
    for (zone, steps) in [("+09:00", 640), ("+01:00", 570)] {
      let time = "\(Self.first)T08:"
      text += "\(time)15:00\(zone),\(time)25:00\(zone),steps,\(steps),count,log,band,band,me,0,\n"
    }
    _ = try other.keep(export: text, name: "band.csv", at: Self.now)
    try DerivedMetricsUpdater(other).updateAll("me")
    #expect(try other.movement(of: "me", from: Self.first, to: Self.first)[Self.first]?.steps == 1210)
    let reports = try Reports(journal: other, wearer: "me", time: .system)
    let day = try reports.day(Self.first, .samples)
    #expect(day.movement?.steps == 1210)
    #expect(day.movement?.intervals?.map(\.steps) == [640, 570])
    #expect(try reports.movement(Self.first)?.steps == 1210)
    #expect(
      try other.derivedPoints(.dailySteps, of: "me", from: Self.first, to: Self.first).map(\.value) == [1210])
  }

  @Test func `a priority of one metric does not change others`() throws {
    try prioritize(["phone"], for: .metric(.heartRate))
    #expect(try seen()[Self.first] == [2400, 90, 390])
    try prioritize(["phone"], for: .sleep)
    #expect(try seen()[Self.first] == [2400, 90, 240])
    #expect(try Set(journal.priorities(of: "me").keys) == [.metric(.heartRate), .sleep])
  }

  @Test func `a device that an undone import had added has no priority any more`() throws {
    try prioritize(["phone", "watch"], for: .movement)
    let run = try #require(try journal.importRuns().first { $0.file == "phone.csv" })
    _ = try FileImport.undo(run, in: journal, .bundled)
    #expect(try journal.priorities(of: "me")[.movement]?.map(\.identifier.text) == ["watch"])
    #expect(try journal.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").isEmpty })
  }

  @Test func `values that a terminated program did not compute again are computed by the next update`() throws {
    let phone = try #require(try journal.allDevices().first { $0.identifier.text == "phone" })
    // The program is terminated before it computes anything.
    try journal.prioritize([phone], for: .movement, of: "me")
    #expect(try derived(.dailySteps) == Array(repeating: 2400, count: 10))
    try DerivedMetricsUpdater(journal).update("me", since: nil)
    #expect(try derived(.dailySteps) == Array(repeating: 2130, count: 8) + [2400, 2400])
    // So are those of an import, and of one that was undone.
    let draft = try ImportDraft(beside: journal.path, wearer: "me", now: Self.now)
    let text = Self.lines("band", days: 10, hours: 0..<1, steps: 5000, rate: 60, sleep: "01:00")
    try ExportReader(MemoryBytes(text), name: "band.csv").read(into: draft)
    _ = try journal.keep(draft, from: "band.csv", format: "halo", at: Self.now)
    try DerivedMetricsUpdater(journal).update("me", since: nil)
    #expect(try derived(.dailySteps) == Array(repeating: 7030, count: 8) + [7300, 7300])
    let run = try #require(try journal.importRuns().first { $0.file == "band.csv" })
    _ = try journal.undo(run, families: []) { _, _, _ in throw CancellationError() }
    try DerivedMetricsUpdater(journal).update("me", since: nil)
    #expect(try derived(.dailySteps) == Array(repeating: 2130, count: 8) + [2400, 2400])
  }

  @Test func `a removed device has no priority any more, and a merge keeps priorities`() throws {
    try prioritize(["phone", "watch"], for: .movement)
    let other = try Journal(path: folder.path("other.sqlite"))
    let merge = try JournalMerge(journal.path, name: "journal", into: other.path, .bundled, now: Self.now)
    #expect(try merge.run(into: other).hasChanges)
    #expect(try other.priorities(of: "me")[.movement]?.map(\.identifier.text) == ["phone", "watch"])
    #expect(try other.movement(of: "me", from: Self.first, to: Self.first)[Self.first]?.steps == 2130)
    let phone = try #require(try journal.priorities(of: "me")[.movement]?.first)
    try journal.forget(phone, withData: true, at: Self.now)
    #expect(try journal.priorities(of: "me")[.movement]?.map(\.identifier.text) == ["watch"])
    // A priority that is set here stays.
    let again = try JournalMerge(journal.path, name: "journal", into: other.path, .bundled, now: Self.now)
    _ = try again.run(into: other)
    #expect(try other.priorities(of: "me")[.movement]?.map(\.identifier.text) == ["phone", "watch"])
  }
}
