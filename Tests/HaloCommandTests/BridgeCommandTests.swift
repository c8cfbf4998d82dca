import Foundation
import HaloTesting
import Testing

@Suite("halo bridge")
struct BridgeCommandTests {
  private let radio = ["--radio", "simulated", "--now", "2026-11-20T18:16", "--speed", "0"]

  private func seconds(_ arguments: [String]) async throws -> [[String: Any]] {
    let result = try await Program.run(["bridge", "heart-rate", "--json"] + arguments + radio)
    #expect(result.status == 0, "\(result.problems)")
    return try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `reports no contact while the ring warms up, then its rate once a second, to a connected app`()
    async throws
  {
    let seconds = try await seconds(["--for", "60"])
    #expect((55...60).contains(seconds.count))
    let warming = seconds.prefix { $0["state"] as? String == "warmingUp" }
    #expect(warming.count > 20 && warming.allSatisfy { $0["contact"] as? Bool == false && $0["bpm"] == nil })
    let rest = seconds.dropFirst(warming.count)
    #expect(rest.count > 20 && rest.allSatisfy { $0["contact"] as? Bool == true && $0["bpm"] is Int })
    #expect(seconds.first?["listening"] as? Bool == false && seconds.last?["listening"] as? Bool == true)
    #expect(seconds.last?["connected"] as? Int == 1)
  }

  @Test func `forwards every beat of a strap`() async throws {
    let seconds = try await seconds(["--for", "30", "--scene", "gym"])
    let beats = seconds.flatMap { $0["beatIntervalsMilliseconds"] as? [Double] ?? [] }
    let length = beats.reduce(0, +) / 1000
    #expect(length > 20 && length < 30, "\(length) s of beats in 30 s")
  }

  @Test func `prints what it serves, and a summary at the end`() async throws {
    let result = try await Program.run(["bridge", "heart-rate", "--for", "45", "--name", "Ada's ring"] + radio)
    #expect(result.status == 0)
    #expect(result.lines.first?.contains("COLMI R12_0001") == true)
    #expect(result.lines.first?.contains("\"Ada's ring\"") == true)
    #expect(result.lines.contains { $0.hasPrefix("warming up") && $0.hasSuffix("1 connected, listening") })
    #expect(result.lines.last?.contains("with a rate") == true)
  }

  @Test func `stores what a paired ring measures meanwhile`() async throws {
    let folder = try TemporaryFolder()
    let journal = ["--journal", folder.url.appending(path: "journal.sqlite").path]
    #expect(try await Program.run(["pair"] + radio + journal).status == 0)
    #expect(try await Program.run(["bridge", "heart-rate", "--for", "60"] + radio + journal).status == 0)
    let exported = try await Program.run(["export", "--metric", "heart-rate"] + journal)
    #expect(exported.lines.count > 20)
  }

  @Test func `refuses a name too long to advertise, and explains a failure to serve`() async throws {
    let long = try await Program.run(["bridge", "heart-rate", "--name", String(repeating: "ä", count: 15)] + radio)
    #expect(long.status == 64 && long.problems.contains("30"))
    let none = try await Program.run(["bridge", "heart-rate", "--scene", "empty"] + radio)
    #expect(none.status == 69 && none.output.isEmpty)
    let off = try await Program.run(["bridge", "heart-rate", "--scene", "off"] + radio)
    #expect(off.status == 69 && off.problems.contains("turned off"))
  }
}
