import Foundation
import HaloHeartRateMonitor
import HaloTesting
import Testing

@Suite("Heart-rate monitors on the command line")
struct HeartRateMonitorCommandTests {
  private let radio = ["--radio", "simulated", "--scene", "gym", "--now", "2026-11-20T18:16", "--speed", "0"]

  private func objects(_ result: Program.Result) throws -> [[String: Any]] {
    try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `a strap has values at once, every beat, and HRV once there are enough`() async throws {
    let result = try await Program.run(["live", "heart-rate", "--for", "40", "--json"] + radio)
    #expect(result.status == 0)
    let readings = try objects(result)
    #expect(readings.count >= 38 && readings.allSatisfy { $0["state"] as? String == "ok" })
    #expect(readings.flatMap { $0["beatIntervalsMilliseconds"] as? [Double] ?? [] }.count > 35)
    #expect(readings.first?["rmssdMilliseconds"] == nil && readings.last?["rmssdMilliseconds"] != nil)
    #expect(readings.contains { $0["energyKilojoules"] != nil })
  }

  @Test func `info prints the device type and its location on the body`() async throws {
    let result = try await Program.run(["info", "--json", "--device", "Polar H10 00000002"] + radio)
    let object = try #require(try objects(result).first)
    let identity = try #require(object["identity"] as? [String: Any])
    #expect(identity["location"] as? String == "chest" && identity["manufacturer"] as? String == "Polar Electro Oy")
    #expect((object["battery"] as? [String: Any])?["percent"] as? Int == 84)
  }

  @Test func `exports the electrocardiogram of a Polar strap as CSV with sample times`() async throws {
    let result = try await Program.run(["raw", "--ecg", "--for", "10", "--device", "Polar H10 00000002"] + radio)
    #expect(result.status == 0)
    let seconds = result.lines.dropFirst().compactMap { line -> Double? in
      let columns = line.split(separator: ",", omittingEmptySubsequences: false)
      return columns.count == 10 && columns[2] == "ecg" ? Double(columns[1]) : nil
    }
    #expect(seconds.count > 1000)
    #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `a strap without raw sensors is refused with status 69`() async throws {
    let result = try await Program.run(["raw", "--for", "5", "--device", "HRM-1 00000001"] + radio)
    #expect(result.status == 69)
    #expect(result.problems.contains("raw sensors"))
  }

  @Test func `a sync without a name reports the paired devices it omits, and a battery level is no data of a day`()
    async throws
  {
    let folder = try TemporaryFolder()
    let journal = ["--journal", folder.path("journal.sqlite")]
    #expect(
      try await Program.run(["pair", "--device", "HRM-1 00000001", "--name", "Strap"] + radio + journal).status == 0)
    let all = try await Program.run(["sync"] + radio + journal)
    #expect(all.status == 69)
    #expect(all.problems.contains("Paired but skipped: Strap. Sync one with 'halo sync --device \"Strap\"'."))
    #expect(try await Program.run(["sync", "--device", "Strap"] + radio + journal).status == 0)
    let today = try await Program.run(["today"] + journal)
    #expect(
      today.status == 65
        && today.problems.contains("only values of it that a day does not show, such as a battery level"))
    #expect(try await Program.run(["explain", "battery", "2026-11-20T18:16"] + journal).status == 0)
  }

  @Test func `stores a paired strap's measurement with each beat's own time, unchanged after a rebuild`() async throws {
    let folder = try TemporaryFolder()
    let journal = ["--journal", folder.url.appending(path: "journal.sqlite").path]
    #expect(try await Program.run(["pair"] + radio + journal).status == 0)
    #expect(try await Program.run(["live", "heart-rate", "--for", "30"] + radio + journal).status == 0)
    let exported = try await Program.run(["export", "--metric", "beat-interval", "--format", "jsonl"] + journal)
    let beats = try objects(exported)
    #expect(beats.count > 25)
    #expect(Set(beats.compactMap { $0["start"] as? String }).count == beats.count)
    let rebuilt = try await Program.run(["rebuild"] + journal)
    #expect(rebuilt.lines.last?.contains("all unchanged") == true)
  }
}
