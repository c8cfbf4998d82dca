import Foundation
import HaloBluetooth
import HaloCaptures
import HaloTesting
import Testing

@testable import HaloCommand

@Suite("halo verify-ring")
struct VerifyRingCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.path(name) }

  private func verify(_ options: [String]) async throws -> Program.Result {
    try await Program.run(
      ["verify-ring", "--yes", "--radio", "simulated", "--now", "2026-11-20T18:15"] + options,
      environment: ["TZ": "Asia/Shanghai"])
  }

  private func report(_ file: String) throws -> RingReport {
    try JSONDecoder().decode(RingReport.self, from: Data(contentsOf: URL(filePath: file)))
  }

  @Test func `writes a report that the schema and the page accept`() async throws {
    let file = path("report.json")
    let result = try await verify(["--submit", "--output", file])
    #expect(result.status == 0)
    #expect(result.output.contains("The report is \(file). It contains the ring's model and firmware"))
    #expect(result.output.contains("The ring was simulated, so the report proves nothing. Do not submit it."))
    #expect(try Schema.problems(in: file, by: "verify-ring-report.json") == "")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let report = try report(file)
    #expect(report.version == RingReport.version)
    #expect(report.simulated)
    #expect(report.device.model == "COLMI R12")
    #expect(report.device.firmware == "RT11CR_1.00.08_250514")
    #expect(report.findings.contains { $0.belief == "heartRateLog" && $0.verdict == "confirmed" })
    #expect(report.frames.first?.seconds == 0)
    #expect(zip(report.frames, report.frames.dropFirst()).allSatisfy { $0.seconds <= $1.seconds })
  }

  @Test func `the report contains no address, name or measured value`() async throws {
    #expect(try await verify(["--submit", "--output", path("report.json")]).status == 0)
    let text = try String(contentsOfFile: path("report.json"), encoding: .utf8)
    for telltale in [
      "C3:48:9A", "c3489a10", "0001109a48c3", "R12_0001",
      Data("R12_0001".utf8).map { String(format: "%02x", $0) }.joined(),
    ] {
      #expect(!text.lowercased().contains(telltale.lowercased()), "\(telltale)")
    }
    // The same ring with the same wearer, with the values kept.
    #expect(try await verify(["--keep-values", "--output", path("kept.pcapng")]).status == 0)
    let kept = try await Program.run(["capture", "show", path("kept.pcapng"), "--json"])
    let values = try kept.lines.compactMap { line -> String? in
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return object["operation"] as? String == "notification" ? object["value"] as? String : nil
    }
    let measured = values.filter { isMeasured($0) }
    #expect(measured.count > 50)
    let frames = try report(path("report.json")).frames.compactMap(\.hex)
    #expect(Set(measured).intersection(frames) == [])
    // The frames are present, with replaced values.
    let kinds = Set(measured.map { $0.prefix(4) })
    #expect(kinds.subtracting(frames.map { $0.prefix(4) }) == [])
  }

  /// Returns whether a ring's frame contains measurements of the body: logs of heart rate, stress, HRV and steps,
  /// totals, and complete big data.
  private func isMeasured(_ hex: String) -> Bool {
    let isHeading = ["1500", "43f0", "3700", "3900"].contains(hex.prefix(4))
    guard ["15", "37", "39", "43", "48", "bc"].contains(hex.prefix(2)), !isHeading else { return false }
    return hex.dropFirst(4).dropLast(2).contains { $0 != "0" }
  }

  @Test func `findings contain no values of the wearer or settings of the ring`() async throws {
    #expect(try await verify(["--submit", "--output", path("report.json")]).status == 0)
    let seen = try report(path("report.json")).findings.reduce(into: [:]) { $0[$1.belief] = $1.seen }
    #expect(seen["battery"] == "0 to 100 %")
    #expect(seen["settings"] == "heart rate, SpO₂, stress, heart-rate variability")
    #expect(seen["heartRateInterval"] == "changed and restored")
    #expect(seen["liveHeartRate"] == "plausible values")
    #expect(seen["liveSpO2"] == "plausible values")
  }

  @Test func `does not overwrite a file, and reports that`() async throws {
    try Data("mine".utf8).write(to: URL(filePath: path("report.json")))
    let result = try await verify(["--submit", "--output", path("report.json")])
    #expect(result.status == 73)
    #expect(result.problems.contains("the file already exists and will not be overwritten"))
    #expect(try String(contentsOfFile: path("report.json"), encoding: .utf8) == "mine")
  }

  @Test func `refuses to submit a report with the wearer's values`() async throws {
    let result = try await verify(["--submit", "--keep-values", "--output", path("report.json")])
    #expect(result.status == 64)
    #expect(result.problems.contains("Leave out --keep-values"))
    #expect(!FileManager.default.fileExists(atPath: path("report.json")))
  }

  @Test func `formatted JSON has the same values, whatever its texts contain`() throws {
    let value = ["a": ["x, [y]: {\"z\\\"}", "", String(repeating: "long ", count: 50)], "b{": [], "c\"": ["1", "2"]]
    let text = try ReadableJSON.text(value)
    #expect(try JSONDecoder().decode([String: [String]].self, from: Data(text.utf8)) == value)
    #expect(text.hasPrefix("{\n  \"a\": [\n"))
    #expect(text.contains("\n  \"c\\\"\": [\"1\", \"2\"]\n"))
  }
}
