import Foundation
import GRDB
import HaloReports
import HaloTesting
import Testing

@Suite("Merging journals with halo import")
struct MergeCommandTests {
  private let folder: TemporaryFolder
  private let days = ["2026-11-17T21:40", "2026-11-20T10:16"]

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], _ journal: String) async throws -> Program.Result {
    try await Program.run(
      arguments + ["--journal", folder.path(journal)], environment: ["HALO_RADIO": "simulated", "TZ": "Asia/Shanghai"])
  }

  /// Syncs the simulated ring into a journal at some times.
  private func sync(_ journal: String, at times: [String], wearer: String = "Ada") async throws {
    for (place, time) in times.enumerated() {
      let radio = ["--radio", "simulated", "--now", time]
      if place == 0 {
        #expect(try await run(["pair", "--name", "ring", "--wearer", wearer] + radio, journal).status == 0)
      }
      #expect(try await run(["sync"] + radio, journal).status == 0)
    }
  }

  @Test func `two journals of one ring become one that has what a journal of both syncs has`() async throws {
    try await sync("whole", at: days)
    try await sync("early", at: [days[0]])
    try await sync("late", at: [days[1]])
    let whole = try await run(["export"], "whole").output
    #expect(try await run(["export"], "early").output != whole)
    #expect(try await run(["export"], "late").output != whole)
    // A preview changes nothing.
    let late = try await run(["export"], "late").output
    let preview = try await run(["import", folder.path("early"), "--dry-run"], "late")
    #expect(preview.status == 0)
    #expect(preview.lines.first?.hasPrefix("ring: new sessions: ") == true)
    #expect(preview.lines.last == "Nothing was merged (--dry-run).")
    #expect(try await run(["export"], "late").output == late)
    try FileManager.default.copyItem(atPath: folder.path("early"), toPath: folder.path("copy"))
    for (part, other) in [("late", "early"), ("copy", "late")] {
      let merged = try await run(["import", folder.path(part), "--json"], other)
      #expect(merged.status == 0, "\(merged.problems)")
      let report = try #require(try JSONSerialization.jsonObject(with: Data(merged.output.utf8)) as? [String: Any])
      #expect(report["format"] as? String == "Halo journal")
      #expect(try await run(["export"], other).output == whole)
      #expect(
        try await run(["import", folder.path(part)], other).output
          == "This journal has everything in \(folder.path(part)) already.\n")
    }
  }

  @Test func `a journal of another wearer, the journal itself and a damaged one change nothing`() async throws {
    try await sync("own", at: [days[1]])
    try await sync("other", at: [days[0]], wearer: "Bob")
    let before = try await run(["export"], "own").output
    let stranger = try await run(["import", folder.path("other")], "own")
    #expect(stranger.status == 64)
    #expect(stranger.problems.contains("use 'halo import' with --wearer Ada"))
    let wrong = try await run(["import", folder.path("other"), "--wearer", "Zoe"], "own")
    #expect(wrong.status == 64)
    #expect(wrong.problems.contains("ring is used by Ada in this journal, and by Bob in "))
    let itself = try await run(["import", folder.path("own")], "own")
    #expect(itself.status == 65 && itself.problems.contains("is this journal itself"))
    var bytes = try Data(contentsOf: URL(filePath: folder.path("other")))
    bytes.replaceSubrange(5000..<9000, with: Data(count: 4000))
    try bytes.write(to: URL(filePath: folder.path("damaged")))
    let damaged = try await run(["import", folder.path("damaged"), "--wearer", "Ada"], "own")
    #expect(damaged.status == 65, "\(damaged.problems)")
    for change in [
      "UPDATE frame SET time = 9223372036854775807", "UPDATE session SET begun = -9223372036854775808",
      "UPDATE sample SET length = -9223372036854775808", "UPDATE night SET stages = 'deep 9223372036854775807,light 1'",
      "CREATE TRIGGER t AFTER INSERT ON sample BEGIN DELETE FROM sample; END",
    ] {
      try FileManager.default.copyItem(atPath: folder.path("other"), toPath: folder.path("foreign"))
      let database = try DatabaseQueue(path: folder.path("foreign"))
      try await database.write { try $0.execute(sql: change) }
      try database.close()
      let foreign = try await run(["import", folder.path("foreign"), "--wearer", "Ada"], "own")
      #expect(
        foreign.status == 65 && foreign.problems.contains("\(folder.path("foreign")) is damaged"),
        "\(foreign.problems)")
      #expect(
        !foreign.problems.contains(folder.path("own")) && foreign.problems.contains("Nothing was merged."),
        "\(foreign.problems)")
      let restored = try await run(["restore", folder.path("foreign")], "restored")
      #expect(restored.status == 65 && restored.problems.contains("foreign is damaged"), "\(restored.problems)")
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folder.path("foreign") + ending)
      }
    }
    #expect(try await run(["export"], "own").output == before)
    // The advice works.
    #expect(try await run(["import", folder.path("other"), "--wearer", "Ada"], "own").status == 0)
    #expect(try await run(["export"], "own").output.count > before.count)
  }
}
