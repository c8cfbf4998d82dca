import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("halo explore")
struct ExploreCommandTests {
  private static let shelf = ["--radio", "simulated", "--scene", "lookalikes", "--now", "2026-11-20T08:15"]

  private func explore(_ arguments: String..., input: String = "") async throws -> Program.Result {
    try await Program.run(["explore"] + arguments + Self.shelf, input: input)
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `an input without commands is an error that names the help command`() async throws {
    let result = try await explore("Thermometer")
    #expect(result.status == 0)
    #expect(result.problems.contains("Standard input had no commands. 'help' lists them"))
  }

  @Test func `lists services, characteristics, descriptors, handles and values as JSON`() async throws {
    let result = try await explore("Thermometer", "--json")
    #expect(result.status == 0, "\(result.problems)")
    let listing = try object(result.output)
    #expect(listing["name"] as? String == "Thermometer")
    let services = try #require(listing["services"] as? [[String: Any]])
    #expect(services.map { $0["uuid"] as? String } == ["1809", "180A", "180F"])
    #expect(services.map { $0["handle"] as? Int } == [1, 8, 11])
    let first = try #require((services[0]["characteristics"] as? [[String: Any]])?.first)
    #expect(first["uuid"] as? String == "2A1C")
    #expect(first["name"] as? String == "Temperature Measurement")
    #expect(first["properties"] as? [String] == ["indicate"])
    #expect(first["value"] == nil)
    let descriptors = try #require(first["descriptors"] as? [[String: Any]])
    #expect(descriptors.map { $0["uuid"] as? String } == ["2901", "2902"])
    #expect(descriptors.map { $0["handle"] as? Int } == [4, 5])
    #expect(descriptors[0]["text"] as? String == "In the ear")
    let battery = try #require((services[2]["characteristics"] as? [[String: Any]])?.first)
    #expect(battery["value"] as? String == "57")
    #expect((battery["decoded"] as? [String: Any])?["percent"] as? Int == 87)
    let format = try #require((battery["descriptors"] as? [[String: Any]])?.first?["decoded"] as? [String: Any])
    #expect(format["unit"] as? String == "%")
    #expect(try await explore("Thermometer", "--json").output == result.output)
  }

  @Test func `lists names as text, and omits values on request`() async throws {
    let result = try await explore("therm", "--list")
    #expect(result.output.contains("#1 Health Thermometer (1809)"))
    #expect(result.output.contains("indicate"))
    #expect(result.output.contains("\"Made up\"") || result.output.contains("Made up"))
    let bare = try await explore("D1:00:00:00:18:09", "--list", "--no-values")
    #expect(bare.output.contains("Battery Level (2A19)"))
    #expect(!bare.output.contains("batteryLevel"))
  }

  @Test func `subscribes, writes and reads in the order of the options`() async throws {
    let result = try await explore(
      "Thermometer", "--read", "measurement-interval", "--write", "2A21=05 00", "--subscribe", "temperature-m", "--for",
      "3",
      "--json")
    #expect(result.status == 0, "\(result.problems)")
    let events = try result.lines.map { try object($0) }
    #expect(events.prefix(2).map { $0["event"] as? String } == ["written", "read"])
    #expect(events[1]["value"] as? String == "0500")
    let told = events.dropFirst(2)
    #expect(told.count >= 2)
    for event in told {
      #expect(event["event"] as? String == "notified")
      #expect((event["decoded"] as? [String: Any])?["celsius"] as? Double == 37)
    }
  }

  @Test func `reads commands line by line from a pipe, and reports invalid ones`() async throws {
    let result = try await explore(
      "Thermometer", "--speed", "30",
      input: """
        # a script
        info
        write 2A21 "ab"
        read 2A21
        subscribe 2A1C
        wait 3
        unsubscribe 2A1C
        fly
        read 2A1C
        read 9999
        quit
        read 2A19
        """)
    #expect(result.status == 64)
    #expect(result.output.contains("health device"))
    #expect(result.output.contains("measurement-interval  61 62  \"ab\""))
    #expect(result.output.contains("\"celsius\":37"))
    #expect(result.problems.contains("'fly' is not a command"))
    #expect(result.problems.contains("can only indicate"))
    #expect(result.problems.contains("no characteristic '9999'"))
    #expect(!result.output.contains("batteryLevel"))
  }

  @Test func `refuses to move a treadmill, and to replace, test, switch off or erase a ring`() async throws {
    let gym = ["--radio", "simulated", "--scene", "gym"]
    for value in ["00", "07", "02 64 00", "01", "08 01"] {
      let result = try await Program.run(["explore", "Treadmill 7", "--write", "2AD9=\(value)"] + gym)
      #expect(result.status == 77)
      #expect(result.problems.contains("halo treadmill"))
    }
    let rings = ["--radio", "simulated"]
    let commands = ["0f000000000000000000000000000f", "c9", "ca00", "ff6666", "0801", "03"]
    for value in commands {
      let result = try await Program.run(["explore", "COLMI R12", "--write", "ring-commands=\(value)"] + rings)
      #expect(result.status == 77, "\(value)")
    }
    let update = try await Program.run(
      ["explore", "COLMI R12", "--write", "ring-big-data-requests=bc010000ffff"] + rings)
    #expect(update.status == 77)
    let battery = try await Program.run(
      [
        "explore", "COLMI R12", "--subscribe", "ring-answers", "--write",
        "ring-commands=03000000000000000000000000000003",
        "--for", "2", "--json",
      ] + rings)
    #expect(battery.status == 0, "\(battery.problems)")
    #expect(battery.lines.contains { $0.contains(#""event":"notified""#) && $0.contains(#""value":"03"#) })
  }

  @Test(arguments: [
    ("ring-commands=23010203000000000000000000000029", "belongs to: alarms", "23 01 02 03"),
    ("ring-big-data-requests=bc600100bf4000", "big data 0x60", "bc 60 01 00"),
  ])
  func `writes an unknown value only with the option, with the known facts about it`(
    write: String, known: String, sent: String
  ) async throws {
    let ring = ["explore", "COLMI R12", "--radio", "simulated", "--write", write]
    let refused = try await Program.run(ring)
    #expect(refused.status == 77 && !refused.output.contains(sent))
    #expect(refused.problems.contains(known) && refused.problems.contains("--unknown-command"))
    let written = try await Program.run(ring + ["--unknown-command"])
    #expect(written.status == 0 && written.output.contains(sent), "\(written.problems)")
    #expect(written.problems.contains(known))
    let script = try await Program.run(
      ["explore", "COLMI R12", "--radio", "simulated", "--unknown-command"],
      input: "write \(write.replacing("=", with: " "))\nwrite ring-commands bf\n")
    #expect(script.status == 64 && script.output.contains(sent))
    #expect(script.problems.contains("writes to any address of a ring's memory"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `asks once on a terminal before it writes an unknown value`() throws {
    let terminal = try PseudoTerminal(["explore", "Thermometer", "--speed", "20", "--unknown-command"] + Self.shelf)
    try terminal.wait(for: "Thermometer> ")
    terminal.type("write 2A21 01\n")
    try terminal.wait(for: "Type yes or no")
    terminal.type("no\n")
    try terminal.wait(for: "Not written.")
    terminal.type("write 2A21 07\n")
    try terminal.wait(for: "Type yes or no")
    terminal.type("yes\n")
    try terminal.wait(for: "→ measurement-interval  07")
    terminal.type("write 2A21 08\n")
    try terminal.wait(for: "→ measurement-interval  08")
    terminal.type("quit\n")
    #expect(terminal.end() == 0)
  }

  @Test func `reports the search criteria if no device or several devices match`() async throws {
    let none = try await explore("Kettle", "--json")
    #expect(none.status == 69)
    #expect(none.problems.contains("'Kettle'"))
    let several = try await explore("R", "--json")
    #expect(several.status == 69)
    #expect(several.problems.contains("R11_7C2E"))
    #expect(try await explore("Thermometer", "--write", "2A21").status == 64)
    #expect(try await explore("Thermometer", "--read", "kettle").status == 64)
  }

  @Test(.timeLimit(.minutes(10)))
  func `edits lines, completes names, and restores the terminal`() throws {
    let terminal = try PseudoTerminal(["explore", "Thermometer", "--speed", "20"] + Self.shelf)
    try terminal.wait(for: "Thermometer> ")
    #expect(terminal.mode & tcflag_t(ICANON | ECHO) == 0)
    terminal.type("re\t")
    try terminal.wait(for: "> read ")
    terminal.type("batt\t")
    try terminal.wait(for: "> read battery-level ")
    terminal.type("\n")
    try terminal.wait(for: "\"percent\":87")
    try terminal.wait(for: "Thermometer> ")
    terminal.type("\u{1B}[A\u{05}\u{15}wri\u{05}te 2A21 0A 00\n")
    try terminal.wait(for: "0a 00")
    terminal.type("subscribe 2A1C\n")
    try terminal.wait(for: "celsius")
    terminal.type("write 2AD9 00\n")
    try terminal.wait(for: "no characteristic '2AD9'")
    terminal.type("quit\n")
    #expect(terminal.end() == 0)
    #expect(terminal.mode == terminal.modeBefore)
  }

  @Test(.timeLimit(.minutes(10)))
  func `restores the terminal after Control-C as well`() throws {
    let terminal = try PseudoTerminal(["explore", "Thermometer", "--speed", "20"] + Self.shelf)
    try terminal.wait(for: "Thermometer> ")
    terminal.interrupt()
    #expect(terminal.end() == 130)
    #expect(terminal.mode == terminal.modeBefore)
  }
}

@Suite("halo identify")
struct IdentifyCommandTests {
  private func identify(_ arguments: String...) async throws -> [[String: Any]] {
    let result = try await Program.run(["identify", "--json", "--radio", "simulated"] + arguments)
    #expect(result.status == 0, "\(result.problems)")
    return try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `names the driver that matches the services`() async throws {
    let ring = try await identify("COLMI R12_0001")[0]
    #expect(ring["families"] as? [String] == ["colmi-ring"])
    #expect(ring["certain"] as? Bool == true)
    #expect((ring["advice"] as? [String])?.contains { $0.contains("halo verify-ring") } == true)
    let treadmill = try await identify("Treadmill 7", "--scene", "gym")[0]
    #expect(treadmill["families"] as? [String] == ["fitness-machine"])
  }

  @Test(arguments: ["R99 54DC", "R11_7C2E", "R02_B33F"])
  func `explains why no driver matches, and how to help`(name: String) async throws {
    let device = try await identify(name, "--scene", "lookalikes")[0]
    #expect(device["verdict"] as? String == "lookalike")
    #expect((device["families"] as? [String])?.isEmpty == true)
    #expect((device["advice"] as? [String])?.contains { $0.contains("docs/captures.md") } == true)
    #expect((device["evidence"] as? [String])?.isEmpty == false)
  }

  @Test func `classifies every nearby device by its advertisement`() async throws {
    let devices = try await identify("--scene", "lookalikes")
    #expect(devices.count == 7)
    let verdicts = Dictionary(
      devices.map { ($0["name"] as? String ?? "", $0["verdict"] as? String ?? "") }
    ) { first, _ in first }
    #expect(verdicts["Bathroom scale"] == "supported")
    #expect(verdicts["R11_7C2E"] == "lookalike")
    #expect(verdicts["R02_B33F"] == "supported")
    #expect(verdicts["Living room TV"] == "unknown")
  }
}
