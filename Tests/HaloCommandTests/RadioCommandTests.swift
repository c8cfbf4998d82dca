import Foundation
import HaloColmiRing
import HaloWearables
import Testing

@Suite("halo scan, info and sync on the simulated radio")
struct RadioCommandTests {
  private let morning = ["--radio", "simulated", "--now", "2026-11-20T10:16"]

  private func json(_ arguments: [String]) async throws -> [String: Any] {
    let result = try await Program.run(arguments + ["--json"])
    try #require(result.status == 0, "\(result.problems)")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test func `scan lists nearby devices, strongest first, and marks the rings`() async throws {
    let result = try await Program.run(["scan"] + morning)
    #expect(result.status == 0)
    #expect(result.lines.count == 4)
    #expect(result.lines.first?.hasPrefix("COLMI R12_0001") == true)
    #expect(result.lines.filter { $0.hasSuffix("COLMI ring") }.count == 2)
    #expect(result.lines.allSatisfy { $0.contains("dBm") })
  }

  @Test func `scan filters by name, strength and service, and reports the filter if nothing was seen`() async throws {
    let named = try await Program.run(["scan", "--name", "r12", "--json"] + morning)
    #expect(named.lines.count == 1 && named.lines[0].contains(#""family":"colmi-ring""#))
    #expect(try await Program.run(["scan", "--rssi", "-60"] + morning).lines.count == 1)
    let none = try await Program.run(["scan", "--service", "180D", "--name", "strap"] + morning)
    #expect(none.status == 69)
    #expect(none.problems.contains("no device was found in 5 s that has a name with 'strap' and the service 180D"))
  }

  @Test(arguments: [
    ("Asia/Shanghai", "2026-11-20T10:16", "+08:00"), ("America/New_York", "2026-11-20T10:16", "-05:00"),
    ("America/New_York", "2026-07-01T10:16", "-04:00"), ("UTC", "2026-11-20T10:16", "+00:00"),
  ])
  func `sets a ring to local time, including daylight saving time`(zone: String, now: String, offset: String)
    async throws
  {
    let result = try await Program.run(
      ["sync", "--radio", "simulated", "--now", now, "--days", "1", "--json"], environment: ["TZ": zone])
    let synced = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(synced["zone"] as? String == zone)
    let frames = try #require(synced["frames"] as? [[String: Any]])
    let sent = frames.filter { $0["direction"] as? String == "sent" }
    let first = try #require(sent.first { ($0["hex"] as? String)?.hasPrefix("01") == true })
    // Command 01, then the date, hour and minute in binary-coded decimal.
    let digits = now.filter(\.isNumber).dropFirst(2)
    #expect((first["hex"] as? String)?.hasPrefix("01\(digits)") == true)
    #expect((first["time"] as? String)?.hasPrefix(now) == true)
    #expect((first["time"] as? String)?.hasSuffix(offset) == true)
  }

  @Test func `the same seed gives the same advertisements, including their signal strengths`() async throws {
    let first = try await Program.run(["scan", "--seed", "3"] + morning).output
    for _ in 0..<5 { #expect(try await Program.run(["scan", "--seed", "3"] + morning).output == first) }
  }

  @Test func `reports a device of no known family`() async throws {
    let result = try await Program.run(["info", "--device", "Living room TV"] + morning)
    #expect(result.status == 69)
    #expect(
      result.problems
        == "halo: Living room TV (50:8A:06:33:10:2F) cannot be read by this version of Halo.\n")
  }

  @Test func `refuses a measurement with a device of another family without connecting to it`() async throws {
    let result = try await Program.run(["raw", "--device", "Treadmill 7", "--scene", "gym", "--for", "2"] + morning)
    #expect(result.status == 69)
    #expect(
      result.problems.contains("Treadmill 7 (D4:36:39:5B:07:01) cannot do that: it is a fitness machine. 'halo info'"))
  }

  @Test func `info prints a ring's identity`() async throws {
    let info = try await json(["info"] + morning)
    let identity = try #require(info["identity"] as? [String: Any])
    #expect(identity["firmware"] as? String == "RT11CR_1.00.08_250514")
    #expect(identity["wantsBond"] as? Bool == true)
    #expect((0...100).contains(try #require((info["battery"] as? [String: Any])?["percent"] as? Int)))
    let other = try await Program.run(["info", "--device", "r02_5a5b"] + morning)
    #expect(other.output.contains("R02_3.00.17"))
  }

  @Test func `sync draws the week and the newest day, the same for the same seed`() async throws {
    let first = try await Program.run(["sync", "--seed", "4"] + morning)
    #expect(first.status == 0 && first.problems.hasPrefix("halo: this data was not stored"))
    for text in ["Sat 14 Nov", "Fri 20 Nov", "Friday, 20 November 2026", "Movement", "Sleep", "SpO₂", "HRV"] {
      #expect(first.output.contains(text), "\(text)")
    }
    #expect(try await Program.run(["sync", "--seed", "4"] + morning).output == first.output)
    #expect(try await Program.run(["sync", "--seed", "5"] + morning).output != first.output)
  }

  @Test func `every number of sync --json can be traced to its frames`() async throws {
    let synced = try await json(["sync", "--seed", "4", "--days", "2"] + morning)
    let days = try #require(synced["days"] as? [[String: Any]])
    #expect(days.count == 2)
    let frames = try #require(synced["frames"] as? [[String: Any]])
    let heartRate = try #require(
      (days[1]["series"] as? [[String: Any]])?.first { $0["id"] as? String == "heart-rate" })
    let from = try #require(heartRate["from"] as? [Int])
    var decoder = ColmiRing.ReceivedDecoder()
    var rates: [Int] = []
    for index in from {
      let hex = try #require(frames[index]["hex"] as? String)
      let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
      decoder.receive(bytes) { message, _ in
        if case .heartRateLog(let log) = message { rates += log.samples.map(\.bpm) }
      }
    }
    let shown = try #require(heartRate["samples"] as? [[String: Any]]).filter { $0["source"] as? String == "log" }
    #expect(shown.compactMap { $0["value"] as? Int } == rates)
  }

  @Test func `HALO_RADIO selects the radio; the error without a radio names the option`() async throws {
    #expect(try await Program.run(["scan"], environment: ["HALO_RADIO": "simulated"]).status == 0)
    let none = try await Program.run(["scan"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"])
    #expect(none.status == 69 && none.problems.contains("--radio simulated"))
    let wrong = try await Program.run(["scan"], environment: ["HALO_RADIO": "carrier-pigeon"])
    #expect(wrong.status == 64 && wrong.problems.contains("carrier-pigeon"))
  }

  @Test(arguments: [
    ("empty", ["searched 3 s for a COLMI ring", "found 2 other devices", "wakes up on its charger"]),
    (
      "held",
      [
        "connects to one phone or computer at a time and does not advertise meanwhile",
        "close its app, or turn off Bluetooth on the phone",
      ]
    ),
    ("off", ["Bluetooth is turned off.", "Turn Bluetooth on"]),
    ("forbidden", ["is not allowed to use Bluetooth", "system's settings"]),
  ])
  func `explains the problem and what to do`(scene: String, texts: [String]) async throws {
    for command in ["info", "sync"] {
      let result = try await Program.run([command, "--scene", scene] + morning)
      #expect(result.status == 69 && result.output.isEmpty)
      for text in texts { #expect(result.problems.contains(text), "\(command): \(text)") }
    }
  }

  @Test(arguments: [
    ["sync", "--days", "8"], ["sync", "--now", "yesterday"], ["scan", "--service", "xyz"],
    ["scan", "--seconds", "0"],
  ])
  func `refuses invalid arguments`(arguments: [String]) async throws {
    #expect(try await Program.run(arguments + ["--radio", "simulated"]).status == 64)
  }

  @Test(arguments: [40, 80])
  func `the week fits into a narrow terminal`(width: Int) async throws {
    let result = try await Program.run(["sync"] + morning, environment: ["COLUMNS": "\(width)"])
    let week = result.lines.prefix { !$0.contains("Friday,") }.dropFirst()
    #expect(week.allSatisfy { $0.count <= width }, "\(week)")
  }

  @Test func `the README's example is the one that is compiled and run`() throws {
    let page = try String(contentsOf: Program.root.appending(path: "docs/library.md"), encoding: .utf8)
    let test = try String(
      contentsOf: Program.root.appending(path: "Tests/HaloColmiRingTests/ReadmeExampleTests.swift"),
      encoding: .utf8)
    let code = try #require(
      test.components(separatedBy: "// README: begin\n").last?.components(separatedBy: "// README: end").first)
    #expect(page.contains(code))
    #expect(code.split(separator: "\n").count == 10)
  }
}
