import Foundation
import HaloTesting
import Testing

@Suite("An Everest W311 on the command line")
struct WatchCommandTests {
  private let radio = ["--radio", "simulated", "--scene", "watch", "--now", "2026-11-20T18:16", "--speed", "0"]

  private func objects(_ result: Program.Result) throws -> [[String: Any]] {
    try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `scan identifies a watch`() async throws {
    let found = try objects(try await Program.run(["scan", "--json", "--seconds", "2"] + radio))
    #expect(found.contains { $0["family"] as? String == "everest-w311" })
  }

  @Test func `adds an alarm in the first free slot, and prints that no real watch has confirmed it`() async throws {
    let result = try await Program.run(["alarm", "add", "06:45", "--days", "weekdays", "--json"] + radio)
    #expect(
      result.lines == [
        #"{"alarms":[{"days":["monday","tuesday","wednesday","thursday","friday"],"enabled":true,"number":1,"#
          + #""time":"06:45","weekly":true}],"verified":false}"#
      ])
    let text = try await Program.run(["alarm", "add", "9:05", "--off"] + radio)
    #expect(text.lines.first == "1  09:05  off  once")
    #expect(text.output.contains("not verified on a real watch"))
  }

  @Test(arguments: [["add", "24:00"], ["add", "6"], ["add", "06:45", "--days", "x"]])
  func `an invalid alarm is refused`(arguments: [String]) async throws {
    #expect(try await Program.run(["alarm"] + arguments + radio).status == 64)
  }

  @Test func `a missing alarm cannot be removed, and a ring has no alarms`() async throws {
    let missing = try await Program.run(["alarm", "remove", "2"] + radio)
    #expect(missing.status == 69 && missing.problems.contains("has no alarm 2"))
    let ring = try await Program.run(["alarm", "--device", "COLMI R12_0001", "--radio", "simulated", "--speed", "0"])
    #expect(ring.status == 69 && ring.problems.contains("alarms"))
  }

  @Test func `the display's pages are set and read back`() async throws {
    let result = try await Program.run(["display", "set", "time", "active-time", "heart-rate", "--json"] + radio)
    #expect(result.lines == [#"{"pages":["time","active-time","heart-rate"],"verified":false}"#])
    #expect(try await Program.run(["display", "set", "weather"] + radio).status == 64)
  }

  @Test func `the wearer's profile is set and read back, and must be complete at first`() async throws {
    let data = ["--birthday", "1992-05-17", "--weight", "63", "--stride", "75", "--steps", "9000", "--json"]
    let result = try await Program.run(["settings", "user-data"] + data + radio)
    #expect(
      result.lines == [
        #"{"birthday":"1992-05-17","stride":75,"targetSleepMinutes":480,"targetSteps":9000,"type":"userData","#
          + #""verified":false,"weight":63}"#
      ])
    #expect(try await Program.run(["settings", "user-data", "--weight", "63"] + radio).status == 69)
  }

  @Test func `sets the watch's clock`() async throws {
    let result = try await Program.run(["settings", "clock"] + radio)
    #expect(result.status == 0 && result.output.contains("was set to 2026-11-20T18:16"))
  }

  @Test func `find makes it vibrate`() async throws {
    #expect(try await Program.run(["find"] + radio).output.contains("is vibrating"))
  }

  @Test func `steps are shown live, with the day's other totals`() async throws {
    let readings = try objects(try await Program.run(["live", "steps", "--for", "12", "--json"] + radio))
    #expect(readings.count >= 3)
    #expect(readings.allSatisfy { $0["meters"] != nil && $0["kilocalories"] != nil && $0["activeMinutes"] != nil })
  }

  @Test func `a paired watch's week is stored in the journal, and unchanged after a rebuild`() async throws {
    let folder = try TemporaryFolder()
    let journal = ["--journal", folder.url.appending(path: "journal.sqlite").path]
    let paired = try await Program.run(["pair"] + radio + journal)
    #expect(paired.output.contains("stores its data"))
    let synced = try await Program.run(["sync"] + radio + journal)
    #expect(synced.status == 0, "\(synced.problems)")
    #expect(synced.problems.contains("not verified"))
    let steps = try await Program.run(["export", "--metric", "steps"] + journal)
    #expect(steps.lines.count > 500)
    let rebuilt = try await Program.run(["rebuild"] + journal)
    #expect(rebuilt.lines.last?.contains("all unchanged") == true)
  }

  @Test func `decode reads both directions from the frames themselves`() async throws {
    let frames = ["BE0109ED", "DE0109FE05110A2D110F5211141511191D111E31", "DE0201FE07EA0B14000020DC00000138024E004A"]
    let result = try await Program.run(["decode", "--device", "everest-w311"] + frames)
    let types = try objects(result).compactMap { $0["type"] as? String }
    #expect(types == ["request", "alarms", "realTimeSteps"])
    let sent = try objects(
      try await Program.run(["decode", "--device", "everest-w311", "--direction", "sent", "BE060FED"]))
    #expect(sent.first?["name"] as? String == "findDevice")
  }
}
