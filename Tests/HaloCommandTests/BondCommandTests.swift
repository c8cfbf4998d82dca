import Foundation
import Testing

@Suite("Devices that require a bond, on the command line")
struct BondCommandTests {
  private static let radio = ["--radio", "simulated", "--scene", "bonds", "--now", "2026-11-20T18:16"]
  private static let refusal = "(A0:9E:1A:00:00:02) was refused. If it has a passkey, pair it"

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `info and live bond with the device and have its values`() async throws {
    let strap = ["--json", "--device", "HRM-1 00000001"] + Self.radio
    let info = try await Program.run(["info"] + strap)
    #expect(info.status == 0, "\(info.problems)")
    let identity = try #require(try object(info.output)["identity"] as? [String: Any])
    #expect(identity["location"] as? String == "chest")
    let live = try await Program.run(["live", "heart-rate", "--for", "5", "--speed", "0"] + strap)
    #expect(live.status == 0, "\(live.problems)")
    #expect(live.lines.count >= 3)
  }

  @Test(arguments: [["info"], ["live", "heart-rate", "--for", "5", "--speed", "0"]])
  func `a device that refuses is reported with the next step`(command: [String]) async throws {
    let result = try await Program.run(command + ["--device", "HRM-1 00000002"] + Self.radio)
    #expect(result.status == 69)
    #expect(result.problems.contains(Self.refusal), "\(result.problems)")
    #expect(result.problems.contains("bluetoothctl"))
  }

  @Test func `explore lists the other characteristics of a device that refuses`() async throws {
    let result = try await Program.run(["explore", "HRM-1 00000002", "--json"] + Self.radio)
    #expect(result.status == 0, "\(result.problems)")
    let services = try #require(try object(result.output)["services"] as? [[String: Any]])
    let characteristics = services.flatMap { $0["characteristics"] as? [[String: Any]] ?? [] }
    let location = try #require(characteristics.first { $0["uuid"] as? String == "2A38" })
    #expect((location["problem"] as? String)?.contains("(A0:9E:1A:00:00:02) was refused.") == true)
    #expect(result.problems.contains(Self.refusal))
    let maker = try #require(characteristics.first { $0["uuid"] as? String == "2A29" })
    #expect(maker["text"] as? String == "Halo")
  }

  @Test(.timeLimit(.minutes(10)), arguments: [("123456", true), ("12", false)])
  func `asks for a passkey on a terminal`(passkey: String, isRight: Bool) throws {
    let terminal = try PseudoTerminal(["explore", "HRM-1 00000003", "--read", "2A38", "--speed", "20"] + Self.radio)
    try terminal.wait(for: "(A0:9E:1A:00:00:03) shows a passkey. Type it here.")
    terminal.type(passkey + "\n")
    try terminal.wait(for: isRight ? "chest" : "was refused")
    #expect(terminal.end() == (isRight ? 0 : 69))
  }

  @Test(.timeLimit(.minutes(10))) func `asks for a passkey at the prompt of explore, which continues afterwards`()
    throws
  {
    let terminal = try PseudoTerminal(["explore", "HRM-1 00000003", "--speed", "20"] + Self.radio)
    try terminal.wait(for: "'help' lists the commands.")
    terminal.type("read 2A38\n")
    try terminal.wait(for: "(A0:9E:1A:00:00:03) shows a passkey. Type it here.")
    terminal.type("123456\n")
    try terminal.wait(for: "chest")
    terminal.type("read 2A29\n")
    try terminal.wait(for: "manufacturerName")
    terminal.type("quit\n")
    #expect(terminal.end() == 0)
  }

  @Test(.timeLimit(.minutes(10))) func `asks for a passkey during a workout, whose keys still work afterwards`() throws
  {
    let journal = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).sqlite").path()
    let terminal = try PseudoTerminal(
      ["workout", "record", "--machine", "none", "--heart", "HRM-1 00000003", "--speed", "20", "--journal", journal]
        + Self.radio)
    try terminal.wait(for: "shows a passkey. Type it here.")
    terminal.type("123456\n")
    try terminal.wait(for: "bpm")
    terminal.type("q")
    try terminal.wait(for: "Average heart rate")
    #expect(terminal.end() == 0)
  }

  @Test func `a workout with one device that refuses ends with the reason`() async throws {
    let result = try await Program.run(
      ["workout", "record", "--machine", "none", "--heart", "HRM-1 00000002", "--minutes", "1", "--speed", "0"]
        + Self.radio)
    #expect(result.status == 69)
    #expect(result.problems.contains("HRM-1 00000002 was refused. If it has a passkey"), "\(result.problems)")
  }
}
