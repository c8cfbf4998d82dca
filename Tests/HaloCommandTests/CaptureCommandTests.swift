import Foundation
import HaloTesting
import Testing

@Suite("Captures on the command line")
struct CaptureCommandTests {
  private let folder: TemporaryFolder
  private let radio = ["--radio", "simulated", "--now", "2026-11-20T08:15"]

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.path(name) }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(
      arguments, environment: ["HALO_JOURNAL": path("journal.sqlite"), "TZ": "Asia/Shanghai", "COLUMNS": "100"])
  }

  /// Returns the lines of `halo capture show --json` for a file.
  private func operations(_ file: String, _ options: [String] = []) async throws -> [[String: Any]] {
    let shown = try await run(["capture", "show", file, "--json"] + options)
    #expect(shown.status == 0)
    return try shown.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Records a sync of a simulated ring.
  private func record(_ options: [String] = []) async throws -> String {
    let file = path("sync.btsnoop")
    let result = try await run(["capture", "record", file, "sync"] + radio + options)
    #expect(result.status == 0)
    return file
  }

  @Test func `records the frames of a sync, and shows them with their meaning`() async throws {
    let file = try await record()
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let info = try await run(["capture", "info", file])
    #expect(info.output.contains("COLMI R12_0001 (C3:48:9A:10:00:01)  COLMI ring"))
    #expect(info.output.contains("Firmware Revision String: RT11CR_1.00.08_250514"))
    let battery = try await operations(file, ["--type", "battery"])
    // One reply; the others are push notifications.
    #expect(battery.count { ($0["value"] as? String)?.hasPrefix("03") == true } == 1)
    let message = try #require(battery.first?["message"] as? [String: Any])
    #expect((0...100).contains(try #require(message["percent"] as? Int)))
    #expect(battery.first?["device"] as? String == "C3:48:9A:10:00:01")
    #expect(battery.first?["operation"] as? String == "notification")
    #expect(battery.first?["opcode"] as? Int == 0x1B)
    #expect(battery.first?["direction"] as? String == "received")
    #expect((battery.first?["time"] as? String)?.hasPrefix("2026-11-20T00:15:") == true)
    let shown = try await run(["capture", "show", file, "--characteristic", "2A26"])
    #expect(shown.lines.contains { $0.contains("“RT11CR_1.00.08_250514”") })
    let csv = try await run(["capture", "show", file, "--csv"])
    #expect(csv.lines.count == (try await operations(file)).count + 1)
  }

  private static let tshark = "/usr/bin/tshark"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: tshark), "tshark is not installed"),
    arguments: ["rings", "bad-link"])
  func `Wireshark finds no malformed packets in Halo's recordings, and the same number of operations`(_ scene: String)
    async throws
  {
    let file = try await record(["--scene", scene])
    func lines(_ filter: String) throws -> Int {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: Self.tshark)
      process.arguments = ["-r", file, "-Y", filter, "-T", "fields", "-e", "frame.number"]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return data.split(separator: UInt8(ascii: "\n")).count
    }
    #expect(try lines("_ws.malformed") == 0)
    #expect(try await operations(file).count == lines("btatt"))
  }

  @Test(arguments: ["rings", "bad-link"])
  func `a recording decodes to the same messages as 'halo decode' prints`(_ scene: String) async throws {
    let file = try await record(["--scene", scene])
    var frames: [Int: String] = [:]
    var messages: [Int: [String]] = [:]
    for operation in try await operations(file, ["--direction", "received"]) {
      let uuid = operation["characteristic"] as? String ?? ""
      let channel = uuid.hasPrefix("6E400003") ? "v1:" : uuid.hasPrefix("DE5BF729") ? "v2:" : nil
      guard let channel, let value = operation["value"] as? String, let link = operation["link"] as? Int else {
        continue
      }
      frames[link, default: ""] += "\(channel)\(value)\n"
      let found = (operation["earlierMessages"] as? [Any] ?? []) + [operation["message"]].compactMap { $0 }
      messages[link, default: []] += try found.map {
        String(
          decoding: try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes]),
          as: UTF8.self)
      }
    }
    #expect(!frames.isEmpty)
    for (link, text) in frames {
      let decoded = try await Program.run(["decode", "--device", "colmi-ring"], input: text).lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return String(
          decoding: try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes]),
          as: UTF8.self)
      }
      // Unfinished messages at the end of a link are reported there.
      let own = messages[link] ?? []
      #expect([String](decoded.prefix(own.count)) == own)
      #expect(decoded.dropFirst(own.count).allSatisfy { $0.contains("\"incomplete\"") || $0.contains("\"corrupt\"") })
    }
  }

  @Test func `a capture shows only the selected frames`() async throws {
    let file = try await record(["--days", "1"])
    let all = try await operations(file)
    let sent = try await operations(file, ["--direction", "sent"])
    let received = try await operations(file, ["--direction", "received"])
    #expect(sent.count + received.count == all.count)
    #expect(sent.allSatisfy { $0["direction"] as? String == "sent" })
    let handle = try await operations(file, ["--characteristic", "0x000F"])
    #expect(!handle.isEmpty)
    #expect(handle.allSatisfy { $0["handle"] as? Int == 15 })
    let times = try #require(all.compactMap { $0["time"] as? String }.max())
    #expect(try await operations(file, ["--from", "1000"]).isEmpty)
    #expect(try await operations(file, ["--from", "0", "--to", "1000"]).count == all.count)
    #expect(
      try await operations(file, ["--from", "2026-11-20T08:15", "--to", "2026-11-20T09:15:00"]).count == all.count)
    #expect(times.hasPrefix("2026-11-20T00:15"))
    #expect(try await operations(file, ["--device", "colmi r12_0001"]).count == all.count)
    #expect(try await run(["capture", "show", file, "--device", "absent"]).status == 64)
    #expect(try await run(["capture", "show", file, "--characteristic", "xyz"]).status == 64)
  }

  @Test func `a replay of a recorded sync gives the same week`() async throws {
    let file = try await record()
    let original = try await run(["sync"] + radio)
    let replayed = try await run(["sync", "--replay", file])
    #expect(replayed.status == 0)
    #expect(replayed.output == original.output)
    let info = try await run(["info", "--replay", file])
    #expect(info.output.contains("RT11CR_1.00.08_250514"))
  }

  @Test func `a capture is imported once, and explanations lead to its bytes`() async throws {
    let file = try await record()
    let first = try await run(["capture", "import", file])
    let count = try #require(first.output.firstMatch(of: /: (\d+) new frames of (\d+), from 1 link/))
    #expect(count.1 == count.2)
    #expect(try await run(["capture", "import", file]).output.contains("are in the journal already"))
    let day = try await run(["day", "2026-11-19"])
    #expect(day.output.contains("7,651"))
    let explained = try await run(["explain", "heart-rate", "2026-11-20T08:15"])
    #expect(explained.status == 0)
    #expect(explained.output.contains("15 08 "))
  }

  @Test(arguments: [
    (["live", "heart-rate", "--for", "30"], "heart-rate"),
    (["live", "heart-rate", "--for", "25"], "beat-interval"),
    (["workout", "record", "--machine", "Bike 12", "--minutes", "1"], "power"),
  ])
  func `a capture of a strap or a machine is imported, too`(command: [String], metric: String) async throws {
    let file = path("gym.btsnoop")
    let gym = ["--radio", "simulated", "--scene", "gym", "--now", "2026-11-20T18:16", "--speed", "0"]
    let other = ["--journal", path("other.sqlite")]
    #expect(try await run(["capture", "record", file] + command + gym + other).status == 0)
    let imported = try await run(["capture", "import", file])
    #expect(imported.status == 0, "\(imported.problems)")
    #expect(try await run(["capture", "import", file]).output.contains("in the journal already"))
    #expect(try await run(["export", "--metric", metric]).lines.count > 20)
  }

  @Test func `Halo's own recording is not imported again`() async throws {
    #expect(try await run(["pair"] + radio).status == 0)
    let file = try await record()
    #expect(try await run(["capture", "import", file]).output.contains("are in the journal already"))
  }

  @Test func `an anonymized capture has no address, name or values, and the same number of messages`() async throws {
    let file = try await record()
    let copy = path("copy.btsnoop")
    #expect(try await run(["capture", "anonymize", file, copy]).status == 0)
    let (before, after) = (try await operations(file), try await operations(copy))
    #expect(before.count == after.count)
    var made = 0
    for (old, new) in zip(before, after) {
      for key in ["opcode", "handle", "link"] { #expect(old[key] as? Int == new[key] as? Int) }
      for key in ["time", "direction", "characteristic"] { #expect(old[key] as? String == new[key] as? String) }
      let (was, became) = (old["message"] as? [String: Any], new["message"] as? [String: Any])
      #expect(was?["type"] as? String == became?["type"] as? String)
      #expect((old["value"] as? String)?.count == (new["value"] as? String)?.count)
      let kind = was?["type"] as? String ?? ""
      guard ["heartRateLog", "activity", "sleep", "hrvLog"].contains(kind), let was, let became else { continue }
      made += 1
      #expect(!NSDictionary(dictionary: was).isEqual(to: became), "\(kind) is as it was")
    }
    #expect(made > 15)
    let bytes = try Data(contentsOf: URL(filePath: copy))
    #expect(bytes.range(of: Data([0x01, 0x00, 0x10, 0x9A, 0x48, 0xC3])) == nil)
    #expect(bytes.range(of: Data("R12_0001".utf8)) == nil)
    // The anonymized capture can still be replayed, which is its purpose.
    #expect(try await run(["sync", "--replay", copy]).output.contains("COLMI R12_0000"))
    // A capture from a pipe is read like a file.
    let piped = try await Program.run(["capture", "show", "-", "--json"], input: bytes)
    #expect(piped.lines.count == after.count)
    let kept = path("kept.btsnoop")
    #expect(try await run(["capture", "anonymize", file, kept, "--keep-values"]).status == 0)
    #expect(
      try await operations(kept).compactMap { $0["value"] as? String } == before.compactMap { $0["value"] as? String })
    #expect(try await run(["capture", "anonymize", file, kept]).status == 73)
  }

  @Test func `a copy with shifted values keeps commands, and hides what the owner names`() async throws {
    let watch = ["--radio", "simulated", "--scene", "watch", "--journal", path("watch.sqlite")]
    #expect(try await run(["pair"] + watch).status == 0)
    let file = path("watch.btsnoop")
    #expect(try await run(["capture", "record", file, "sync"] + watch).status == 0)
    let copy = path("shifted.btsnoop")
    #expect(try await run(["capture", "anonymize", file, copy, "--shift-values"]).status == 0)
    let (before, after) = (try await operations(file), try await operations(copy))
    #expect(before.count == after.count)
    // A question of the phone.
    for command in ["be0609fb", "be0203ed"] {
      #expect(before.map { $0["value"] as? String == command } == after.map { $0["value"] as? String == command })
    }
    #expect(zip(before, after).contains { $0["value"] as? String != $1["value"] as? String })
    // The time that the phone sets: bytes whose meaning only the owner knows.
    let kept = path("kept.btsnoop")
    #expect(try await run(["capture", "anonymize", file, kept, "--keep-values", "--hide", "fe00010000"]).status == 0)
    #expect(try await operations(kept).allSatisfy { ($0["value"] as? String)?.contains("fe00010000") != true })
    #expect(try await run(["capture", "anonymize", file, path("a"), "--shift-values", "--keep-values"]).status == 64)
    #expect(try await run(["capture", "anonymize", file, path("a"), "--hide", "x"]).status == 64)
  }

  @Test func `a map names handles that the capture does not name`() async throws {
    let file = try await record(["--days", "1"])
    let printed = try await run(["capture", "info", file, "--print-map"])
    #expect(printed.lines.contains { $0.hasPrefix("0x0003 6E400002-B5A3-F393-E0A9-E50E24DCCA9E") })
    let map = path("own.map")
    try "0x0003 FFF3 FFF0 # what I believe\n".write(toFile: map, atomically: true, encoding: .utf8)
    let shown = try await operations(file, ["--map", map, "--characteristic", "FFF3"])
    #expect(!shown.isEmpty)
    #expect(shown.allSatisfy { $0["handle"] as? Int == 3 && $0["service"] as? String == "FFF0" })
    try "3 what\n".write(toFile: map, atomically: true, encoding: .utf8)
    let wrong = try await run(["capture", "show", file, "--map", map])
    #expect(wrong.status == 65)
    #expect(wrong.problems.contains("line 1"))
  }

  @Test func `a file that is not a capture gives an error with advice`() async throws {
    let file = path("notes.txt")
    try "nothing of that kind".write(toFile: file, atomically: true, encoding: .utf8)
    let result = try await run(["capture", "info", file])
    #expect(result.status == 65)
    #expect(result.problems.contains("not a supported capture"))
    #expect(try await run(["capture", "info", path("absent")]).status == 66)
    #expect(try await run(["capture", "record", path("new"), "scan"] + radio).status == 65)
    #expect(!FileManager.default.fileExists(atPath: path("new")))
  }

  @Test func `verify-ring writes a report that is a capture with the findings`() async throws {
    let report = path("report.pcapng")
    let result = try await run(["verify-ring", "--yes", "--output", report] + radio)
    #expect(result.status == 0)
    #expect(result.output.contains("31 confirmed, 5 refuted, 5 not tested."))
    let info = try await run(["capture", "info", report])
    #expect(info.output.contains("confirmed: liveHeartRate:"))
    #expect(info.output.contains("COLMI R12_0000"))
    #expect(!info.output.contains("C3:48:9A"))
    // The interval was restored.
    let settings = try await operations(report, ["--type", "heartRateLogSettings"])
      .compactMap { ($0["message"] as? [String: Any])?["intervalMinutes"] as? Int }
    #expect(settings.first == settings.last)
    #expect(Set(settings).count == 2)
    let handsOff = try await run(["verify-ring", "--hands-off", "--output", path("2.pcapng")] + radio)
    #expect(handsOff.output.contains("20 confirmed, 1 refuted, 20 not tested."))
  }
}
