import Foundation
import HaloTesting
import Testing

/// What the owner of an imported file sees.
@Suite struct ImportedLifeTests {
  private static let inputs = Program.root.appending(path: "../shared/imports")
  private static let hasInputs = FileManager.default.fileExists(atPath: inputs.path())

  /// Runs a body with a journal into which an export of Apple Health with these records was imported.
  private func imported(
    _ records: [String], zone: String = "Europe/Berlin",
    _ body: (_ halo: (String) async throws -> String, _ report: Program.Result) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "export.xml")
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData>
      <HealthData locale="en_US">
       <ExportDate value="2026-07-10 12:00:00 +0200"/>
      \(records.joined(separator: "\n"))
      </HealthData>

      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    try await imported(file, in: folder, zone: zone, body)
  }

  private func imported(
    _ file: URL, in folder: TemporaryFolder, zone: String,
    _ body: (_ halo: (String) async throws -> String, _ report: Program.Result) async throws -> Void
  ) async throws {
    let journal = folder.url.appending(path: "journal.sqlite").path()
    let report = try await Program.run(["import", file.path(), "--journal", journal], environment: ["TZ": zone])
    try await body(
      { arguments in
        try await Program.run(
          arguments.split(separator: " ").map(String.init) + ["--journal", journal], environment: ["TZ": zone]
        ).output
      }, report)
  }

  private func steps(_ value: Int, _ source: String, _ start: String, _ end: String, type: String = "StepCount")
    -> String
  {
    record(
      "HKQuantityTypeIdentifier\(type)", "\(value)", source, start, end, unit: type == "StepCount" ? "count" : "kcal")
  }

  private func sleep(_ value: String, _ source: String, _ start: String, _ end: String) -> String {
    record("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysis\(value)", source, start, end)
  }

  private func record(
    _ type: String, _ value: String, _ source: String, _ start: String, _ end: String, unit: String = ""
  ) -> String {
    """
     <Record type="\(type)" sourceName="\(source)" unit="\(unit)" startDate="2026-07-0\(start):00 +0200" \
    endDate="2026-07-0\(end):00 +0200" value="\(value)"/>
    """
  }

  @Test func `phone by day and watch in the evening add up, and the explanation names both`() async throws {
    try await imported([
      steps(7300, "Phone", "2 08:00", "2 17:00"), steps(2600, "Watch", "2 18:00", "2 21:00"),
      steps(500, "Watch", "2 10:00", "2 11:00"),
    ]) { halo, _ in
      #expect(try await halo("today --until 2026-07-02 --json").contains("\"steps\":9900"))
      #expect(try await halo("steps --json").contains("9900"))
      let why = try await halo("explain steps 2026-07-02")
      #expect(why.contains("merged by time: Phone 7,300 steps, Watch 2,600 of 3,100 steps"), "\(why)")
    }
  }

  @Test func `devices that begin to count in the same minute add up on each list`() async throws {
    try await imported([
      steps(4000, "Phone", "2 08:00", "2 09:00"), steps(900, "Phone", "2 15:00", "2 15:20"),
      steps(1800, "Watch", "2 15:00", "2 15:40"), steps(1100, "Watch", "2 19:00", "2 19:30"),
    ]) { (halo: (String) async throws -> String, _) async throws in
      // The phone's 4,900, and of the watch half of 1,800 and 1,100.
      #expect(try await halo("steps --json").contains("6900"))
      #expect(try await halo("today --until 2026-07-02 --json").contains("\"steps\":6900"))
      #expect(try await halo("insights --json --until 2026-07-02").contains("6900"))
      #expect(try await halo("explain steps 2026-07-02").hasPrefix("Steps 6,900"))
    }
  }

  @Test func `each quantity has its own devices, and one that no device reported is not zero`() async throws {
    try await imported([
      steps(7300, "Phone", "2 08:00", "2 17:00"), steps(310, "Watch", "2 08:00", "2 17:00", type: "ActiveEnergyBurned"),
      steps(800, "Watch", "2 09:00", "2 10:00"), steps(4100, "Phone", "3 08:00", "3 17:00"),
    ]) { halo, _ in
      let day = try await halo("today --until 2026-07-02 --json")
      #expect(day.contains("\"kilocalories\":310") && day.contains("\"steps\":7300") && !day.contains("\"meters\""))
      let next = try await halo("today --until 2026-07-03 --json")
      #expect(!next.contains("kilocalories"), "\(next)")
      let text = try await halo("today --until 2026-07-03")
      #expect(!text.contains("0 kcal") && !text.contains("0 m,") && !text.contains("not worn"), "\(text)")
    }
  }

  @Test func `two nights of plain sleep have their minutes on all lists`() async throws {
    try await imported([
      sleep("Asleep", "Pillow", "1 23:10", "2 02:40"), sleep("Asleep", "Pillow", "2 02:52", "2 06:30"),
      sleep("InBed", "Phone", "1 22:50", "2 06:40"),
      sleep("AsleepUnspecified", "Pillow", "3 00:00", "3 05:00"), sleep("Awake", "Pillow", "3 05:00", "3 05:30"),
      sleep("AsleepUnspecified", "Pillow", "3 05:30", "3 07:00"), sleep("InBed", "Phone", "3 22:00", "4 06:00"),
    ]) { halo, _ in
      let night = try await halo("today --until 2026-07-02 --json")
      #expect(night.contains("\"minutesAsleep\":428") && night.contains("\"latency\":20"), "\(night)")
      #expect(try await halo("today --until 2026-07-03 --json").contains("\"minutesAsleep\":390"))
      #expect(try await halo("sleep --json --until 2026-07-04").contains("428"))
      #expect(try await halo("export").contains(",sleep-stage,in-bed,"))
      let alone = try await halo("sleep --until 2026-07-04")
      #expect(alone.contains("Only the time in bed was reported, no sleep."), "\(alone)")
    }
  }

  @Test func `an import counts what is new, repeated and contradictory`() async throws {
    let records = [
      steps(300, "Phone", "2 12:00", "2 12:10"), steps(20, "Phone", "2 12:00", "2 12:01"),
      steps(300, "Phone", "2 12:00", "2 12:10"), steps(500, "Health", "2 13:00", "2 13:00"),
      steps(700, "Health", "2 13:00", "2 13:00"),
    ]
    try await imported(records) { (halo: (String) async throws -> String, report) async throws in
      #expect(
        report.output == """
          Phone: 2 of 3 entries are new; 1 repeated in the file.
          Health: 1 of 2 entries are new; 1 contradicted by an earlier one.

          """, "\(report.output)")
      #expect(
        report.problems.contains(
          "1 entry has another value than an earlier one of the same time and was left out: line 9."))
      #expect(try await halo("import --list").contains("export.xml"))
    }
  }

  @Test(
    .enabled(if: hasInputs, "../shared/imports is not here"),
    arguments: [
      ("n1.xml", "\"minutesAsleep\":470"), ("n3.xml", "\"minutesAsleep\":4"),
      ("e1.xml", "\"steps\":14000"),
    ])
  func `the cases of the findings are right`(name: String, expected: String) async throws {
    let folder = try TemporaryFolder()
    try await imported(Self.inputs.appending(path: name), in: folder, zone: "Europe/Berlin") { halo, _ in
      let all = try await halo("export --format jsonl")
      let days = Set(
        all.split(separator: "\n").compactMap { line in
          line.firstRange(of: "\"end\":\"").map { String(line[$0.upperBound...].prefix(10)) }
        })
      var found = false
      for day in days { found = try await halo("today --until \(day) --json").contains(expected) || found }
      #expect(found, "\(days)")
    }
  }
}
