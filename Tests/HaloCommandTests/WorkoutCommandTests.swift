import Foundation
import HaloTesting
import Testing

@Suite("halo workout")
struct WorkoutCommandTests {
  /// Calls `body` with a function that runs `halo workout` on a temporary journal.
  private func withJournal(
    _ body: (_ run: ([String]) async throws -> Program.Result, _ folder: TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let journal = folder.path("journal.sqlite")
    try await body({ try await Program.run(["workout"] + $0, environment: ["HALO_JOURNAL": journal]) }, folder)
  }

  private static let simulated = ["--radio", "simulated", "--scene", "gym", "--speed", "0"]

  private func object(_ line: String?) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? [String: Any])
  }

  @Test func `records a bike and a strap, lists and exports the workout, and deletes it`() async throws {
    try await withJournal { run, folder in
      let recorded = try await run(
        ["record", "--machine", "Bike 12", "--minutes", "6", "--max-heart-rate", "180"] + Self.simulated)
      #expect(recorded.status == 0, "\(recorded.problems)")
      #expect(recorded.output.contains("Cycling"))
      #expect(recorded.output.contains("6:00"))
      #expect(recorded.output.contains("zone 1"))
      #expect(recorded.problems.contains("Bike 12 and HRM-1"))

      let listed = try await run(["list"])
      #expect(listed.lines.count == 1)
      #expect(listed.output.contains("Cycling") && listed.output.contains(" km") && listed.output.contains(" bpm"))

      let shown = try object(try await run(["show", "--json", "--age", "40"]).lines.first)
      #expect(shown["kind"] as? String == "cycling")
      #expect(shown["maximumHeartRateIsEstimate"] as? Bool == true)
      let zones = try #require(shown["zones"] as? [[String: Any]]).compactMap { $0["seconds"] as? Double }
      let rate = try #require(shown["heartRate"] as? [String: Any])
      #expect(abs(zones.reduce(0, +) - (rate["seconds"] as? Double ?? 0)) < 0.01)

      for name in ["ride.tcx", "ride.fit"] {
        let path = folder.path(name)
        #expect(try await run(["export", path]).status == 0)
        let again = try await run(["export", path])
        #expect(again.status == 74 && again.problems.contains("will not be overwritten"))
      }
      #expect(try await run(["export", "-", "--format", "tcx"]).output.contains("<HeartRateBpm>"))
      #expect(try await run(["export", folder.path("ride")]).status == 64)

      #expect(try await run(["delete", "7"]).status == 65)
      #expect(try await run(["delete", "1"]).status == 0)
      #expect(try await run(["show"]).status == 65)
    }
  }

  private static func export(_ statistics: String, _ records: String = "") -> String {
    """
    <HealthData><ExportDate value="2026-05-04 10:00:00 +0200"/>
    <Workout workoutActivityType="HKWorkoutActivityTypeRowing" sourceName="Oar" startDate="2026-05-02 07:00:00 +0200" \
    endDate="2026-05-02 07:21:00 +0200">\(statistics)</Workout>\(records)</HealthData>
    """
  }

  @Test(arguments: [
    ("", "no measured values. The file contains only its start and duration."),
    ("DistanceRowing 4.2 km", "its start, duration and distance."),
    ("ActiveEnergyBurned 230 kcal", "its start, duration and energy."),
    ("DistanceRowing 4.2 km,ActiveEnergyBurned 230 kcal", "its start, duration, distance and energy."),
  ])
  func `an export without points names what the file has`(totals: String, words: String) async throws {
    try await withJournal { run, folder in
      let statistics = totals.split(separator: ",").map { total in
        let parts = total.split(separator: " ")
        return
          "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(parts[0])\" sum=\"\(parts[1])\" unit=\"\(parts[2])\"/>"
      }
      let file = folder.path("export.xml")
      try Self.export(statistics.joined()).write(toFile: file, atomically: true, encoding: .utf8)
      #expect(
        try await Program.run(["import", file], environment: ["HALO_JOURNAL": folder.path("journal.sqlite")]).status
          == 0)
      let exported = try await run(["export", folder.path("row.fit")])
      #expect(exported.status == 0 && exported.problems.contains(words), "\(exported.problems)")
    }
  }

  /// The file has thirty heart rates and thirty speeds of its watch, one per minute.
  @Test(.enabled(if: Shared.exists("imports/e30.xml"), "../shared/imports is not here"))
  func `an imported run has the heart rates and speeds of its watch`() async throws {
    try await withJournal { run, folder in
      let imported = try await Program.run(
        ["import", Shared.path("imports/e30.xml")], environment: ["HALO_JOURNAL": folder.path("journal.sqlite")])
      #expect(imported.status == 0, "\(imported.problems)")
      #expect(try await run(["list"]).output.contains("5.00 km  135 bpm"))
      let shown = try object(try await run(["show", "--json", "--max-heart-rate", "190"]).lines.first)
      let rate = try #require(shown["heartRate"] as? [String: Double])
      #expect(rate == ["average": 134.5, "maximum": 149, "seconds": 1800])
      #expect((shown["metersPerSecond"] as? [String: Double])?["seconds"] == 1800)
      let text = try await run(["export", "-", "--format", "tcx"]).output
      #expect(text.components(separatedBy: "<HeartRateBpm>").count == 31)
      #expect(text.components(separatedBy: "<Speed>").count == 31)
      #expect(text.contains("<Time>2026-09-07T06:29:59Z</Time>\n            <DistanceMeters>5000.00<"))
      #expect(!text.contains("06:30:00Z"))
    }
  }

  @Test func `reports the search criteria if no device is found, and the missing wearer`() async throws {
    try await withJournal { run, _ in
      let empty = try await run(["record", "--radio", "simulated", "--scene", "empty", "--speed", "0"])
      #expect(empty.status == 69)
      #expect(empty.problems.contains("a fitness machine, a heart-rate strap or a paired ring"))
      let unseen = try await run(["record", "--heart", "Missing"] + Self.simulated)
      #expect(unseen.status == 69 && unseen.problems.contains("'Missing'"))
      #expect(try await run(["record", "--machine", "none", "--heart", "none"] + Self.simulated).status == 64)
      #expect(try await run(["list"]).status == 65)
    }
  }

  @Test func `another wearer's ring nearby is not measured`() async throws {
    try await withJournal { run, _ in
      let result = try await run(["record", "--radio", "simulated", "--speed", "0", "--minutes", "1"])
      #expect(result.status == 69)
    }
  }

  @Test func `--json prints a line per machine record and per heart rate`() async throws {
    try await withJournal { run, _ in
      let result = try await run(
        ["record", "--machine", "Bike 12", "--minutes", "0.5", "--age", "30", "--json"] + Self.simulated)
      let objects = try result.lines.map { try object($0) }
      #expect(objects.contains { $0["watts"] != nil && $0["speed"] != nil })
      #expect(objects.contains { $0["heartRate"] != nil && $0["zone"] != nil && $0["watts"] == nil })
      #expect(objects.allSatisfy { $0["time"] != nil })
    }
  }
}
