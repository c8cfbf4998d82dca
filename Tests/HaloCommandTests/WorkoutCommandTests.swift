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
