import Foundation
import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInsights
import HaloJournal
import HaloReports
import HaloWearables
import Testing

@Suite struct DeviceReportTests {
  private static let now = ReportJournal.moment(ReportJournal.lastDay.adding(days: 1), hour: 9)

  private func ring(in journal: Journal) throws -> Device {
    try journal.pair(
      DeviceID("C3:48:9A:00:00:01"), family: "colmi-ring", name: "Ada's ring", wearer: "Ada", at: Self.now)
  }

  private func keep(_ percents: [(hour: Double, percent: Double)], in journal: ReportJournal) throws {
    let entries = percents.map {
      ImportedEntry.sample(
        .battery, $0.percent, start: ReportJournal.moment(ReportJournal.lastDay, hour: $0.hour), length: 0, .live)
    }
    _ = try journal.journal.keep(
      entries, of: DeviceID("C3:48:9A:00:00:01"), name: "Ada's ring", family: "colmi-ring", wearer: "Ada",
      from: "battery.csv", at: Self.now)
  }

  @Test func `a device without readings reports that, and one with a single reading explains what is missing`() throws {
    let journal = try ReportJournal()
    let ring = try ring(in: journal.journal)
    let none = try BatteryReport(ring, journal.journal, now: Self.now)
    #expect(none.latest == nil && !none.hasReadings)
    #expect(none.words.english == "No reading yet.")
    try keep([(20, 64)], in: journal)
    let one = try BatteryReport(ring, journal.journal, now: Self.now)
    #expect(one.latest?.percent == 64 && one.daysLeft == nil && one.left == nil)
    #expect(
      one.words.english
        == "The remaining battery life is not known yet. Needs 4 consecutive readings on battery (so far 1). "
        + "Each sync adds one."
    )
    #expect(one.costs.habits.count > 1 && one.costs.habits.allSatisfy { $0.cost == nil })
    #expect(one.costs.unknown.count == 1, "\(one.costs.unknown.map(\.english))")
    #expect(one.notes.isEmpty)
    let later = Moment(milliseconds: Self.now.milliseconds + 90 * 86_400_000, secondsFromGMT: 3600)
    #expect(
      try BatteryReport(ring, journal.journal, now: later).words.english.hasPrefix(
        "There are no readings in this period. The last one was 64 %, 90 days ago"))
  }

  @Test func `a battery report keeps its keys after decoding and encoding`() throws {
    let journal = try ReportJournal()
    try keep([(1, 90), (8, 84), (16, 76), (23, 70)], in: journal)
    let report = try BatteryReport(try ring(in: journal.journal), journal.journal, now: Self.now)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(report)
    #expect(try encoder.encode(JSONDecoder().decode(BatteryReport.self, from: data)) == data)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for key in ["device", "name", "now", "latest", "costs", "charges", "readings"] {
      #expect(object[key] != nil, "\(key)")
    }
    let costs = try #require(object["costs"] as? [String: Any])
    #expect((costs["habits"] as? [[String: Any]])?.first?["unit"] as? String == "% per hour")
  }

  @Test func `a device has its names, its battery level with its age, and its capabilities`() throws {
    let journal = try ReportJournal()
    try keep([(20, 64)], in: journal)
    let report = try DeviceReport(try ring(in: journal.journal), journal.journal, .bundled, now: Self.now)
    #expect(report.name == "Ada's ring" && report.wearer == "Ada" && report.model?.english == "COLMI ring")
    #expect(report.lastConnected.english == "never")
    #expect(report.charge?.english.hasPrefix("64 %, 13 hours ago (") == true)
    #expect(report.can.contains { $0.id == "sleep" } && report.cannot.allSatisfy { $0.reason != nil })
    #expect(report.live.map(\.kind).contains("heart-rate") && report.problem == nil)
    let unknown = try DeviceReport(try ring(in: journal.journal), journal.journal, DriverRegistry([]), now: Self.now)
    #expect(unknown.model == nil && unknown.can.isEmpty && unknown.cannot.map(\.id) == ["talk"])
  }

  @Test func `the status has each wearer's newest day with its values by name`() throws {
    let journal = try ReportJournal()
    _ = try ring(in: journal.journal)
    let time = ReportJournal.time(Self.now)
    let status = try StatusReport(journal.journal, .bundled, time: time)
    let ada = try #require(status.days.first { $0.wearer == "Ada" })
    let day = try journal.reports(of: "Ada").day(ada.date)
    #expect(ada.values[.steps] == day.figure(.steps)?.value && ada.values[.steps] != nil)
    #expect(ada.figures == day.figures && ada.coverage == day.coverage)
    #expect(ada.nightWords.english.hasPrefix("to "))
    #expect(status.devices.contains { $0.name == "Ada's ring" })
  }
}
