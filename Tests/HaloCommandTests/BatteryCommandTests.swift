import Foundation
import HaloTesting
import Testing

@Suite("halo battery")
struct BatteryCommandTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = [
      "HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated", "TZ": "Asia/Shanghai",
      "COLUMNS": "40", "LANG": "C.UTF-8",
    ]
  }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(arguments, environment: environment)
  }

  @Test func `in 40 columns, prints missing data first, then level, trend, days left and why costs are unknown`()
    async throws
  {
    #expect(try await run(["battery"]).status == 65)
    #expect(try await run(["pair", "--name", "left hand", "--now", "2026-11-02T08:00"]).status == 0)
    let before = try await run(["battery", "--now", "2026-11-02T09:00"])
    #expect(before.status == 65)
    #expect(
      before.output.replacing("\n", with: " ").contains(
        "No reading yet. 'halo sync --device \"left hand\"' reads the battery level."))
    for day in 2...9 {
      for hour in ["09", "15", "21"] {
        #expect(try await run(["sync", "--days", "1", "--now", "2026-11-0\(day)T\(hour):10"]).status == 0)
      }
    }
    let result = try await run(["battery", "--now", "2026-11-09T22:00"])
    #expect(result.status == 0)
    #expect(result.output.contains("read 49 min ago"))
    let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("% per day (estimate from 2"))
    #expect(text.contains("not enough data: it did not vary"))
    #expect(result.lines.allSatisfy { $0.count <= 40 }, "\(result.output)")
    #expect(!result.output.contains("\u{1B}"))
    let json = try await run(["battery", "--json", "--now", "2026-11-09T22:00"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["readings"] as? [Any])?.count ?? 0 >= 24)
    #expect(object["trend"] != nil)
    #expect(try await run(["battery", "--device", "absent"]).status == 69)
    #expect(try await run(["export", "--metric", "battery-charging"]).lines.count >= 25)
    #expect(
      try await run(["explain", "battery-charging", "2026-11-09T21:10"]).output.hasPrefix("Charging not charging"))
    #expect(try await run(["devices"]).output.contains("battery "))
    let status = try await run(["status"])
    #expect(status.lines.allSatisfy { $0.count <= 40 }, "\(status.output)")
    #expect(try await run(["devices"]).lines.allSatisfy { $0.count <= 40 })
    // No word is cut: 40 columns contain the same words as 200 columns.
    for command in ["status", "devices"] {
      func words(_ columns: String) async throws -> [Substring] {
        try await Program.run([command], environment: environment.merging(["COLUMNS": columns]) { $1 }).output
          .split(whereSeparator: \.isWhitespace)
      }
      #expect(try await words("40") == words("200"))
    }
    let data = Data(try await run(["status", "--json"]).output.utf8)
    let all = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((all["devices"] as? [[String: Any]])?.first?["name"] as? String == "left hand")
    let values = ((all["days"] as? [[String: Any]])?.first)?["values"] as? [String: Double]
    #expect(values?["steps"] != nil && values?["resting-heart-rate"] != nil)
    #expect(try await run(["status", "--json", "--follow"]).status == 64)
  }

  @Test func `a new ring gives one line on why the cost of habits is unknown`() async throws {
    #expect(try await run(["pair", "--now", "2026-11-02T08:00"]).status == 0)
    #expect(try await run(["sync", "--days", "1", "--now", "2026-11-02T09:00"]).status == 0)
    let text = try await run(["battery", "--now", "2026-11-02T10:00"]).output
    #expect(text.components(separatedBy: "not enough data").count == 2, "\(text)")
    #expect(!text.contains("From 0"))
  }
}
