import Foundation
import GRDB
import HaloFuzzing
import HaloTesting
import Testing

@Suite("Importing files that are damaged, or without a zone")
struct ImportCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], zone: String = "Europe/Vienna") async throws -> Program.Result {
    try await Program.run(arguments, environment: ["HALO_JOURNAL": folder.path("journal.sqlite"), "TZ": zone])
  }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = folder.path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func health(_ body: String, exported: String = "2024-07-09 18:00:00 +0200") throws -> String {
    try file("export.xml", Self.health(body, exported: exported).utf8)
  }

  private static func health(_ body: String, exported: String = "2024-07-09 18:00:00 +0200") -> String {
    "<!DOCTYPE HealthData []>\n<HealthData>\n<ExportDate value=\"\(exported)\"/>\n\(body)</HealthData>\n"
  }

  private static func record(
    _ type: String, _ value: String, _ unit: String, _ start: String, _ end: String, source: String = "Watch"
  ) -> String {
    #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="\#(source)" unit="\#(unit)" startDate="\#(start) +0200" endDate="\#(end) +0200" value="\#(value)"/>\#n"#
  }

  private static let rate = record("HeartRate", "77", "count/min", "2024-02-05 00:20:00", "2024-02-05 00:20:00")

  @Test func `reports the zone of an export, and takes another one`() async throws {
    let path = try health(Self.rate)
    let preview = try await run(["import", path, "--dry-run"])
    #expect(preview.status == 0 && preview.output.contains("2024-02-04 to 2024-02-04"))
    #expect(preview.output.contains("Local times are those of Europe/Vienna, the time zone of this computer."))
    let other = try await run(["import", path, "--dry-run"], zone: "America/Bogota")
    #expect(other.output.contains("2024-02-05 to 2024-02-05") && other.output.contains("'halo import --zone NAME'"))
    let json = try await run(["import", path, "--json", "--zone", "Asia/Tokyo"])
    #expect(json.output.contains(#""isDamaged":false"#))
    #expect(json.output.contains(#""notes":["Local times are those of Asia/Tokyo."]"#), "\(json.output)")
    #expect(try await run(["export"]).lines.last?.hasPrefix("2024-02-05T07:20:00+09:00,,heart-rate,77,") == true)
    // The same moment in another zone is the same entry.
    let again = try await run(["import", path])
    #expect(again.output == "Watch: 0 of 1 entry is new; 1 existed already.\n")
    #expect(again.problems.contains("Europe/Vienna"))
    #expect(try await run(["export"]).lines.count == 2)
    let unknown = try await run(["import", path, "--zone", "Vienna"])
    #expect(
      unknown.status == 64 && unknown.problems.contains("'Vienna' is not a time zone. Write it as in Europe/Berlin"))
  }

  @Test func `the average of imported pressures is an estimate of the mean arterial pressure`() async throws {
    let at = "2024-07-08 07:10:00"
    let path = try health(
      Self.record("BloodPressureSystolic", "127", "mmHg", at, at, source: "Cuff")
        + Self.record("BloodPressureDiastolic", "11.1", "kPa", at, at, source: "Cuff")
        + Self.record("BodyMass", "12", "st", at, at, source: "Scale"))
    #expect(try await run(["import", path, "--zone", "Europe/Vienna"]).status == 0)
    let day = try await run(["day", "2024-07-08"]).output
    #expect(day.contains("Blood pressure  83.3 – 127 mmHg · average 98 · 1 measurement"), "\(day)")
    #expect(day.contains("Weight  76.2 kg · average 76.2 · 1 measurement"), "\(day)")
  }

  @Test func `a cut export is imported and reported, with status 65`() async throws {
    let second = Self.record("HeartRate", "78", "count/min", "2024-02-05 00:25:00", "2024-02-05 00:25:00")
    let whole = Self.health(Self.rate + second)
    let path = try file("cut.xml", whole.utf8.prefix(whole.utf8.count - 40))
    for dry in [["--dry-run"], []] {
      let result = try await run(["import", path] + dry)
      #expect(result.status == 65)
      #expect((result.output + result.problems).contains("cut off: it ends in line 5 without </HealthData>"))
    }
    #expect(try await run(["export"]).lines.count == 2)
    // The other files are imported.
    let csv = try file(
      "good.csv", try await run(["export"]).output.replacing(",77,", with: ",79,").replacing("T00", with: "T01").utf8)
    let both = try await run(["import", path, csv, "--json"])
    #expect(
      both.status == 65 && both.output.contains(#""isDamaged":true"#) && both.output.contains(#""isDamaged":false"#))
    // Nothing is left of a file that is cut before its first entry.
    let empty = try await run(["import", try file("empty.xml", whole.utf8.prefix(100))])
    #expect(empty.status == 65 && empty.problems.contains("cut off"))
  }

  @Test func `lines that cannot be read have status 65, impossible values do not`() async throws {
    let impossible = Self.rate.replacing("\"77\"", with: "\"777\"")
    let result = try await run(["import", try health(Self.rate + impossible)])
    #expect(result.status == 0 && result.problems.contains("line 5 (an impossible value)"))
    let unreadable = try await run(["import", try health(Self.rate + Self.rate.replacing("02-05", with: "02-30"))])
    #expect(unreadable.status == 65 && unreadable.problems.contains("line 5 (not a time)"))
    #expect(unreadable.output.hasPrefix("Watch: 0 of 1"))
  }

  @Test func `cut archives, databases and lines are reported, with status 65`() async throws {
    let whole = Self.health(String(repeating: Self.rate, count: 300))
    let zip = StoredZip([("apple_health_export/export.xml", [UInt8](whole.utf8))]).bytes
    let archive = try await run(["import", try file("cut.zip", zip.prefix(zip.count / 2))])
    // Compressed data is refused by libarchive.
    #expect(archive.status == 65 && archive.problems.contains("The file is cut off"), "\(archive.problems)")
    let database = folder.path("gadgetbridge.db")
    let queue = try DatabaseQueue(path: database)
    try await queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, IDENTIFIER TEXT, ALIAS TEXT);
          INSERT INTO DEVICE VALUES (1, 'Band', 'C3:48:9A:00:00:07', NULL);
          CREATE TABLE COLMI_HEART_RATE_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, HEART_RATE INTEGER);
          """)
      for number in 0..<3000 {
        try db.execute(
          sql: "INSERT INTO COLMI_HEART_RATE_SAMPLE VALUES (?, 1, 60)", arguments: [1_707_000_000_000 + number * 60_000]
        )
      }
    }
    try queue.close()
    let bytes = try Data(contentsOf: URL(filePath: database))
    let cut = try await run(["import", try file("cut.db", bytes.prefix(bytes.count / 2))])
    #expect(cut.status == 65 && cut.problems.contains("Nothing was imported."), "\(cut.problems)")
    // A database without zones is in that of the computer, or the named one.
    let read = try await run(["import", database, "--dry-run"])
    #expect(read.output.contains("Local times are those of Europe/Vienna, the time zone of this computer."))
    let named = try await run(["import", database, "--zone", "Pacific/Auckland"])
    #expect(named.status == 0 && named.problems.contains("Local times are those of Pacific/Auckland."))
    let lines = try await run(["export"]).output
    #expect(lines.contains("\n2024-02-04T11:40:00+13:00,,heart-rate,60,"))
    for end in [",me,0", ",60,bpm,lo", "\n2024"] {
      let part = lines.prefix(upTo: try #require(lines.range(of: end)).upperBound).dropLast(end == ",me,0" ? 2 : 0)
      let result = try await run(["import", try file("cut.csv", part.utf8)])
      #expect(result.status == 65 && result.problems.contains("not a line of an export"), "\(end): \(result.problems)")
    }
  }

  @Test(arguments: ["Zoë's Apple Watch", "zoë's apple watch", "Zoë’s\u{A0}Apple\u{202F}Watch"])
  func `a device is found by its name as it is typed`(typed: String) async throws {
    let steps = Self.record(
      "StepCount", "70", "count", "2024-02-05 09:00:00", "2024-02-05 09:10:00", source: "Zoë’s Apple\u{A0}Watch")
    #expect(try await run(["import", try health(steps), "--wearer", "Zoë O’Neil"]).status == 0)
    let result = try await run(["priority", "steps", typed, "--wearer", "Zoë O'Neil"])
    #expect(result.status == 0, "\(result.problems)")
    #expect(result.output.contains("Zoë’s Apple\u{A0}Watch") || result.output.contains("Zoë’s Apple Watch"))
    #expect(try await run(["export", "--wearer", "zoë o'neil"]).lines.count == 2)
    #expect(try await run(["export", "--wearer", "Zoe"]).status == 64)
  }

  @Test func `a reported resting heart rate is that of a day without heart rates at rest`() async throws {
    let night =
      #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-02-06 00:00:00 +0200" endDate="2024-02-06 07:00:00 +0200" value="HKCategoryValueSleepAnalysisAsleepCore"/>\#n"#
    let rates = (0..<60).map {
      Self.record(
        "HeartRate", "\(50 + $0 % 3)", "count/min",
        "2024-02-06 0\(1 + $0 / 12):\($0 % 12 * 5 < 10 ? "0" : "")\($0 % 12 * 5):00",
        "2024-02-06 0\(1 + $0 / 12):\($0 % 12 * 5 < 10 ? "0" : "")\($0 % 12 * 5):00")
    }.joined()
    let reported = [5, 6].map {
      Self.record("RestingHeartRate", "58", "count/min", "2024-02-0\($0) 01:10:00", "2024-02-0\($0) 22:00:00")
    }.joined()
    let ride = Self.record("DistanceCycling", "8.5", "km", "2024-02-06 17:00:00", "2024-02-06 17:30:00")
    #expect(try await run(["import", try health(night + rates + reported + ride)]).status == 0)
    let first = try await run(["explain", "rhr", "2024-02-05"]).output
    #expect(first.contains("58 bpm") && first.contains("resting-heart-rate-reported, version 1"), "\(first)")
    // What Halo computes from the night comes first.
    let second = try await run(["explain", "rhr", "2024-02-06"]).output
    #expect(second.contains("51 bpm") && !second.contains("reported"), "\(second)")
    #expect(try await run(["explain", "resting-heart-rate", "2024-02-05T00:10"]).output.contains("58 bpm"))
    let insights = try await run(["insights", "--until", "2024-02-05", "--json"]).output
    #expect(insights.contains("reported by the device"), "\(insights)")
    // A ride is no walk.
    #expect(
      try await run(["export", "--metric", "cycling-distance"]).lines.last?.contains(",cycling-distance,8500,m,")
        == true)
    #expect(try await !run(["day", "2024-02-06"]).output.contains("8.5 km"))
  }
}
