import HaloHealth
import HaloJournal
import Testing

@testable import HaloReports

@Suite struct ZonesReportTests {
  @Test func `zones have ranges and times, and note that the age is an estimate`() {
    let zones = ZonesReport(HeartRateZones(age: 40), seconds: [600, 60, 0, 90, 0, 30])
    #expect(zones.maximum == 180 && zones.isEstimate)
    #expect(zones.measuredMinutes == 13)
    #expect(zones.zones.map(\.low) == [nil, 90, 108, 126, 144, 162])
    #expect(zones.zones.map(\.high) == [89, 107, 125, 143, 161, nil])
    #expect(
      zones.zones.map(\.range.english) == [
        "under 90 bpm", "90 to 107 bpm", "108 to 125 bpm", "126 to 143 bpm", "144 to 161 bpm", "162 bpm or more",
      ])
    #expect(zones.zones.map(\.minutes) == [10, 1, 0, 1.5, 0, 0.5])
    #expect(
      zones.note.english == """
        Based on a maximum heart rate of 180 bpm, estimated from your age. It may be off by ten beats. Measured for 13 min, \
        of which 10 min were below zone 1. Time without data is not counted.
        """)
  }

  @Test func `zones of a day use logged heart rates and the wearer's own maximum`() throws {
    let journal = try ReportJournal()
    #expect(try journal.reports(of: "Ada").zones(on: ReportJournal.lastDay) == nil)
    #expect(ZonesReport.reason(nil).english.contains("your year of birth"))
    try journal.journal.change(profileOf: "Ada") { $0.maxHeartRate = 120 }
    let zones = try #require(try journal.reports(of: "Ada").zones(on: ReportJournal.lastDay))
    // Six hours of 50 bpm, eighteen of 70 bpm; the strap's hour is not logged.
    #expect(zones.zones.map(\.minutes) == [360, 1080, 0, 0, 0, 0])
    #expect(zones.note.english.hasPrefix("Based on a maximum heart rate of 120 bpm. Measured for 24 h"))
  }
}
