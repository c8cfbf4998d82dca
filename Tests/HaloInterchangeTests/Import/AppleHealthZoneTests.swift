import Foundation
import HaloHealth
import HaloInterchange
import Testing

@Suite("The time zones of Apple Health's export")
struct AppleHealthZoneTests {
  private static func record(_ time: String, in zone: String? = nil, type: String = "HeartRate", _ value: Int = 61)
    -> String
  {
    let start =
      #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="Watch" unit="count/min" startDate="\#(time)" endDate="\#(time)" value="\#(value)""#
    return zone.map {
      "\(start)>\n <MetadataEntry key=\"HKWasUserEntered\" value=\"0\"/>\n <MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/>\n</Record>\n"
    } ?? "\(start)/>\n"
  }

  private static func read(
    _ body: String, exported: String? = "2023-08-20 12:00:00 +0200", here: String? = nil, chosen: String? = nil
  ) throws -> CollectingReceiver {
    let receiver = CollectingReceiver()
    let zone = try chosen.map { try #require(ImportZone(named: $0)) } ?? here.map(Self.here)
    let date = exported.map { "<ExportDate value=\"\($0)\"/>\n" } ?? ""
    try AppleHealthReader(MemoryBytes("<HealthData>\n\(date)\(body)</HealthData>"), zone: zone).read(into: receiver)
    #expect(!receiver.isDamaged && receiver.refused.isEmpty)
    return receiver
  }

  private static func here(_ name: String) -> ImportZone {
    let zone = TimeZone(identifier: name) ?? .gmt
    return ImportZone(here: name) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  @Test func `times are local by this computer's zone if the export has its offset`() throws {
    let times = [
      "2023-02-03 00:40:00 +0200", "2023-03-26 02:59:59 +0200", "2023-03-26 03:00:00 +0200",
      "2023-06-01 12:00:00 +0200",
    ]
    let found = try Self.read(times.map { Self.record($0) }.joined(), here: "Europe/Rome")
    #expect(
      found.samples(.heartRate) == [
        "2023-02-02T23:40:00+01:00 61.0", "2023-03-26T01:59:59+01:00 61.0", "2023-03-26T03:00:00+02:00 61.0",
        "2023-06-01T12:00:00+02:00 61.0",
      ])
    #expect(found.notes.count == 1 && found.notes[0].contains("Europe/Rome, the time zone of this computer"))
  }

  @Test func `a time with another offset than that of the export is local already`() throws {
    let found = try Self.read(
      Self.record("2023-02-03 01:30:00 +0900") + Self.record("2023-02-03 01:30:00 +0200"), here: "Europe/Rome")
    #expect(found.samples(.heartRate) == ["2023-02-03T01:30:00+09:00 61.0", "2023-02-03T00:30:00+01:00 61.0"])
  }

  @Test(arguments: ["Europe/Rome", "America/Lima", nil])
  func `an entry's own zone counts in every zone of the computer`(here: String?) throws {
    let found = try Self.read(
      Self.record("2023-01-10 20:15:00 +0200", in: "America/New_York")
        + Self.record("2023-07-10 20:15:00 +0200", in: "GMT+0545"), here: here)
    #expect(found.samples(.heartRate) == ["2023-01-10T13:15:00-05:00 61.0", "2023-07-11T00:00:00+05:45 61.0"])
    #expect(found.notes.isEmpty, "no time depends on the zone of the file")
  }

  @Test(arguments: ["Mars/Olympus", "", "../etc/passwd", "&lt;"])
  func `an unknown zone of an entry is that of the file`(name: String) throws {
    let found = try Self.read(Self.record("2023-02-03 00:40:00 +0200", in: name), here: "Europe/Rome")
    #expect(found.samples(.heartRate) == ["2023-02-02T23:40:00+01:00 61.0"])
  }

  @Test(arguments: [
    (["Asia/Tokyo", "Asia/Jerusalem", "Africa/Cairo", "Asia/Jerusalem", "Asia/Tokyo", "Asia/Tokyo"], "Asia/Jerusalem"),
    (["Asia/Tokyo", "Mars/Olympus"], nil),
  ])
  func `if the computer's zone does not fit, the zone counts that most entries name, of those with the file's offset`(
    own: [String], zone: String?
  ) throws {
    let named = own.map { Self.record("2023-02-03 10:00:00 +0300", in: $0) }.joined()
    let plain = Self.record("2023-02-03 00:40:00 +0300", type: "StepCount").replacing("count/min", with: "count")
    let receiver = CollectingReceiver()
    let text = "<HealthData>\n<ExportDate value=\"2023-08-20 12:00:00 +0300\"/>\n\(plain)\(named)</HealthData>"
    try AppleHealthReader(MemoryBytes(text), zone: Self.here("Europe/Rome")) { MemoryBytes(text) }.read(into: receiver)
    #expect(
      receiver.samples(.steps) == [zone == nil ? "2023-02-03T00:40:00+03:00 61.0" : "2023-02-02T23:40:00+02:00 61.0"])
    #expect(receiver.notes.count == 1)
    #expect(receiver.notes[0].contains(zone.map { "\($0), which the file names" } ?? "may be an hour off"))
  }

  @Test func `without the day of the export, times stay as written`() throws {
    let found = try Self.read(Self.record("2023-02-03 00:40:00 +0200"), exported: nil, here: "Europe/Rome")
    #expect(found.samples(.heartRate) == ["2023-02-03T00:40:00+02:00 61.0"])
    #expect(found.notes.count == 1 && found.notes[0].contains("--zone NAME'"))
  }

  @Test(arguments: ["2023-08-20 12:00:00 +0200", nil])
  func `a chosen zone counts for all times without an own zone`(exported: String?) throws {
    let found = try Self.read(
      Self.record("2023-02-03 00:40:00 +0200") + Self.record("2023-02-03 10:00:00 +0900")
        + Self.record("2023-02-03 10:00:00 +0200", in: "Asia/Tokyo"), exported: exported, chosen: "Atlantic/Azores")
    #expect(
      found.samples(.heartRate) == [
        "2023-02-02T21:40:00-01:00 61.0", "2023-02-03T00:00:00-01:00 61.0", "2023-02-03T17:00:00+09:00 61.0",
      ])
    #expect(found.notes == ["Local times are those of Atlantic/Azores."])
  }

  @Test func `sleep and workouts are in local time, too, each with its own zone`() throws {
    func entry(_ tag: String, _ zone: String) -> String {
      "<\(tag) sourceName=\"Watch\" startDate=\"2023-01-05 00:50:00 +0200\" endDate=\"2023-01-05 07:00:00 +0200\">"
        + "<MetadataEntry key=\"HKTimeZone\" value=\"\(zone)\"/></\(tag.prefix { $0 != " " })>\n"
    }
    let sleep = #"Record type="HKCategoryTypeIdentifierSleepAnalysis" value="HKCategoryValueSleepAnalysisAsleepREM""#
    let found = try Self.read(
      entry(sleep, "Unknown") + entry("Workout workoutActivityType=\"HKWorkoutActivityTypeHiking\"", "Europe/London")
        + entry("Workout workoutActivityType=\"HKWorkoutActivityTypeRowing\"", ""), here: "Europe/Rome")
    #expect(found.sleeps == ["night 2023-01-04T23:50:00+01:00 rem 370"])
    #expect(found.workouts.map { "\($0.start)" } == ["2023-01-04T22:50:00+00:00", "2023-01-04T23:50:00+01:00"])
  }

  @Test func `a record without an end tag keeps its zone to itself`() throws {
    let open = Self.record("2023-01-10 10:00:00 +0200", in: "Asia/Tokyo").replacing("</Record>\n", with: "")
    let found = try Self.read(open + Self.record("2023-01-10 10:00:00 +0200"), here: "Europe/Rome")
    #expect(found.samples(.heartRate) == ["2023-01-10T17:00:00+09:00 61.0", "2023-01-10T09:00:00+01:00 61.0"])
  }

  @Test(.enabled(if: SharedImports.exist, "../shared/imports is not here"))
  func `winter in a summer's export is on its own days`() throws {
    let found = try SharedImports.health("e25.xml", zone: Self.here("Europe/Berlin"))
    #expect(
      found.samples(.steps) == [
        "2026-01-14T23:30:00+01:00 3000.0 for 1200 s", "2026-07-15T23:30:00+02:00 3000.0 for 1200 s",
      ])
    #expect(found.sleeps == ["night 2026-01-15T23:30:00+01:00 light 450"])
  }
}
