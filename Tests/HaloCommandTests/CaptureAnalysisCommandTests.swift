import Foundation
import HaloBluetooth
import HaloCaptures
import HaloTesting
import Testing

@Suite("halo capture fields and diff")
struct CaptureAnalysisCommandTests {
  /// Writes captures with frames of two handles in a temporary folder, one second apart from 2026-11-20T08:00:00Z.
  private final class Home {
    static let start: Int64 = 1_795_161_600
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func write(_ name: String, _ text: String) throws -> String {
      let url = folder.url.appending(path: name)
      try Data(text.utf8).write(to: url)
      return url.path()
    }

    func capture(_ name: String, _ frames: [[UInt8]], handle: UInt16 = 0x0014) throws -> String {
      var file = Btsnoop.header(.h4)
      func add(_ packet: [UInt8], _ direction: RecordedFrame.Direction, _ second: Int) {
        let l2cap = [UInt8(packet.count), 0, 4, 0] + packet
        let acl = [0x40, direction == .sent ? 0x00 : 0x20, UInt8(l2cap.count), 0] + l2cap
        let time = CaptureTime(microseconds: (Self.start + Int64(second)) * 1_000_000)
        file += Btsnoop.record(.acl, acl, direction, at: time)
      }
      let place = [UInt8(handle & 0xFF), UInt8(handle >> 8)]
      add([0x52] + place + [0xAB, 0x01], .sent, 0)
      for (second, frame) in frames.enumerated() { add([0x1B] + place + frame, .received, second) }
      let url = folder.url.appending(path: name)
      try Data(file).write(to: url)
      return url.path()
    }

    /// Writes steps at bytes 2–3, a list index at 1, a counter at 4, and a checksum at the end.
    func walk(from steps: Int = 200, count: Int = 60) throws -> (path: String, steps: [Int]) {
      let all = (0..<count).map { steps + $0 * $0 / 7 }
      let frames = all.enumerated().map { second, steps -> [UInt8] in
        let mode: UInt8 = second < 40 ? 3 : 4
        let bytes: [UInt8] = [0xA0, mode, UInt8(steps & 0xFF), UInt8(steps >> 8), UInt8(second * 2), 0x77]
        return bytes + [bytes.reduce(0, &+)]
      }
      return (try capture("walk.log", frames), all)
    }

    /// Writes notes of the displayed value every five seconds; the closure formats the time.
    func notes(_ steps: [Int], _ time: (Int) -> String) throws -> String {
      let lines = stride(from: 0, to: steps.count, by: 5).map { "\(time($0))\(Double(steps[$0]) / 100)" }
      return try write("notes.csv", lines.joined(separator: "\n") + "\n")
    }
  }

  private let place = ["--characteristic", "0x0014"]

  private func objects(_ result: Program.Result) throws -> [[String: Any]] {
    try #require(result.status == 0, "\(result.problems)")
    return try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  // MARK: fields

  @Test func `fields explains each byte`() async throws {
    let home = try Home()
    let result = try await Program.run(["capture", "fields", try home.walk().path] + place)
    #expect(result.status == 0 && result.problems.isEmpty)
    let texts = [
      "60 frames", "Left out: 1 sent", "7 bytes beginning with a0", "03 ×40  04 ×20", "+2 per frame", "u16 LE",
      "sum of bytes 0–5",
    ]
    for text in texts { #expect(result.output.contains(text), "\(text)") }
    #expect(result.lines.allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: ["seconds", "clock", "alone"])
  func `finds the noted numbers by seconds, by clock times, and without times`(kind: String) async throws {
    let home = try Home()
    let (path, steps) = try home.walk()
    let notes = try home.notes(steps) { second in
      switch kind {
      case "seconds": "\(second),"
      case "clock": "2026-11-20T08:00:\(second < 10 ? "0" : "")\(second),"
      default: ""
      }
    }
    let arguments = ["capture", "fields", path, "--values", notes] + place
    let result = try await Program.run(arguments, environment: ["TZ": "UTC"])
    #expect(result.status == 0)
    let first = try #require(result.lines.first { $0.contains("r = ") })
    #expect(first.contains("bytes 2–3, u16 LE"), "\(first)")
    // When spread over the frames, the last number belongs to second 56 and is assigned to second 60.
    guard kind != "alone" else { return }
    #expect(first.contains("r = 1.0, number = 0.01 × value + 0.0"), "\(first)")
  }

  @Test func `--json prints a complete object for each kind of frame`() async throws {
    let home = try Home()
    let (path, steps) = try home.walk()
    let notes = try home.notes(steps) { "\($0) " }
    let arguments = ["capture", "fields", path, "--json", "--values", notes] + place
    let kinds = try objects(try await Program.run(arguments))
    let kind = try #require(kinds.first)
    #expect(kinds.count == 1 && kind["frames"] as? Int == 60)
    let bytes = try #require(kind["bytes"] as? [[String: Any]])
    let roles = bytes.compactMap { $0["role"] as? String }
    #expect(roles[0] == "constant" && roles[1] == "enum" && roles[4] == "counter")
    let match = try #require((kind["matches"] as? [[String: Any]])?.first)
    #expect(match["offset"] as? Int == 2 && match["format"] as? String == "u16 LE")
    let checksum = try #require((kind["checksums"] as? [[String: Any]])?.first)
    #expect(checksum["algorithm"] as? String == "sum" && checksum["offset"] as? Int == 6)
  }

  @Test func `status is 65 if no field matches the numbers or the file has no numbers`() async throws {
    let home = try Home()
    let path = try home.walk().path
    let zigzag = try home.write("zigzag.csv", "number\n" + (0..<60).map { "\($0 % 2)\n" }.joined())
    let none = try await Program.run(["capture", "fields", path, "--values", zigzag] + place)
    #expect(none.status == 65 && none.problems.contains("no field correlates with the 60 noted numbers"))
    #expect(!none.output.contains("nan"))
    for text in ["5\n5\n5\n5\n", "1\n2\n", "steps\nmany\n", "1,2,3\n", "1\n2\n3,4\n", ""] {
      let bad = try await Program.run(["capture", "fields", path, "--values", try home.write("bad.csv", text)] + place)
      #expect(bad.status == 65 && bad.output.isEmpty && bad.problems.contains("bad.csv"), "\(text)")
    }
    let missing = try await Program.run(["capture", "fields", path, "--values", "/nowhere.csv"] + place)
    #expect(missing.status == 66)
  }

  @Test(arguments: ["fields", "diff"])
  func `names the characteristics that have frames if the chosen one has no frames`(command: String) async throws {
    let home = try Home()
    let path = try home.walk().path
    let none = try await Program.run(["capture", command, path, "--characteristic", "FFF9"])
    #expect(none.status == 65 && none.output.isEmpty)
    #expect(none.problems.contains("no frame of FFF9") && none.problems.contains("60 received handle 0x0014"))
    let unnamed = try await Program.run(["capture", command, path])
    #expect(unnamed.status == 64 && unnamed.problems.contains("60 received handle 0x0014"))
    let late = try await Program.run(["capture", command, path, "--from", "900"] + place)
    #expect(late.status == 65 && late.problems.contains("with that device, direction and time"))
    let two = try await Program.run(["capture", command, path, "--characteristic", "2A37"] + place)
    #expect(two.status == 64)
    let text = try home.write("text.log", "no capture")
    #expect(try await Program.run(["capture", command, text] + place).status == 65)
  }

  @Test func `a single frame and frames without bytes are printed`() async throws {
    let home = try Home()
    for frames in [[[1, 2]], [[]], [[], [7]]] as [[[UInt8]]] {
      let path = try home.capture("few.log", frames)
      for command in ["fields", "diff"] {
        let result = try await Program.run(["capture", command, path, "--direction", "received"] + place)
        #expect(result.status == 0 && result.problems.isEmpty, "\(command) \(frames)")
      }
      let both = try await Program.run(["capture", "diff", path, path, "--direction", "received"] + place)
      #expect(both.status == 0)
    }
  }

  @Test func `--message-start joins frames, --kind-bytes selects the bytes that identify a kind`() async throws {
    let home = try Home()
    let pieces = (0..<24).map { [UInt8]($0.isMultiple(of: 2) ? [0x55, 0xAA, UInt8($0 / 2 % 3)] : [9, UInt8($0)]) }
    let path = try home.capture("pieces.log", pieces)
    let joined = try objects(
      try await Program.run(
        ["capture", "fields", path, "--json", "--message-start", "55 AA", "--kind-bytes", "2-2"] + place))
    #expect(joined.map { $0["frames"] as? Int } == [4, 4, 4])
    #expect((joined[0]["kind"] as? [String: Any])?["length"] as? Int == 5)
    let none = try await Program.run(["capture", "fields", path, "--message-start", "77"] + place)
    #expect(none.status == 65 && none.problems.contains("no frame begins with 77"))
    for wrong in [["--message-start", "5"], ["--kind-bytes", "3-1"], ["--kind-bytes", "x"]] {
      #expect(try await Program.run(["capture", "fields", path] + wrong + place).status == 64)
    }
  }

  @Test func `reads a capture from a pipe`() async throws {
    let home = try Home()
    let data = try Data(contentsOf: URL(filePath: try home.walk().path))
    let result = try await Program.run(["capture", "fields", "-"] + place, input: data)
    #expect(result.status == 0 && result.output.contains("sum of bytes 0–5"))
  }

  // MARK: find

  @Test func `find prints the place, the encoding and the frame, and with --json an object for each match`()
    async throws
  {
    let home = try Home()
    let (path, steps) = try home.walk(from: 21_400)
    let known = steps[50]
    let result = try await Program.run(["capture", "find", path, "\(known)"], environment: ["TZ": "UTC"])
    #expect(result.status == 0 && result.problems.isEmpty)
    let lines = result.lines
    #expect(lines.first?.hasPrefix("\(known)") == true)
    #expect(
      lines.dropFirst().first?.hasPrefix("  u16 LE, bytes 2–3: 1 received handle 0x0014") == true, "\(result.output)")
    #expect(lines.dropFirst(2).first?.hasPrefix("    08:00:50.000 a0 04 ") == true)
    #expect(lines.allSatisfy { $0.count <= 100 })
    let first = try #require(try objects(try await Program.run(["capture", "find", path, "\(known)", "--json"])).first)
    #expect(first["encoding"] as? String == "u16 LE" && first["offset"] as? Int == 2 && first["handle"] as? Int == 20)
    #expect((first["chance"] as? Double ?? 1) < 0.5 && first["direction"] as? String == "received")
    #expect((first["frame"] as? String)?.count == 14 && first["time"] as? String == "2026-11-20T08:00:50.000000Z")
  }

  @Test func `find searches around --at, and fails if it finds nothing`() async throws {
    let home = try Home()
    let (path, steps) = try home.walk(from: 21_400, count: 120)
    let known = "\(steps[20])"
    for (time, isThere) in [("15", true), ("2026-11-20T08:00:30", true), ("150", false)] {
      let result = try await Program.run(
        ["capture", "find", path, known, "--at", time, "--json"], environment: ["TZ": "UTC"])
      #expect(result.output.contains("\"u16 LE\"") == isThere, "\(time)")
    }
    let none = try await Program.run(["capture", "find", path, "no such text"])
    #expect(none.status == 65 && none.output.contains("not found"))
    let wrong = [["7"], [""], ["21400", "--at", "3", "--from", "4"], ["21400", "--at", "x"], []]
    for arguments in wrong {
      #expect(try await Program.run(["capture", "find", path] + arguments).status == 64, "\(arguments)")
    }
    let few = try await Program.run(
      ["capture", "fields", path, "--values", try home.write("few.csv", "5\n6\n")] + place)
    #expect(few.status == 65 && few.problems.contains("'halo capture find'"))
  }

  private static let band = Program.root.appending(path: "Tests/Captures/unknown-band.py").path()

  /// Makes the capture of docs/reverse-engineering.md. Returns the steps at half time.
  private func unknownBand(_ encoding: String, seed: Int, _ path: String, _ notes: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", Self.band, "--encoding", encoding, "--seed", "\(seed)", path, notes]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return try #require(text.split(separator: " ").dropLast().last.map(String.init))
  }

  @Test(arguments: ["u16", "bcd", "text", "float32"], [2, 11, 29])
  func `the chapter's commands find the steps of an unknown band`(encoding: String, seed: Int) async throws {
    let home = try Home()
    let (path, notes) = (home.folder.path("band.btsnoop"), home.folder.path("noted.csv"))
    let steps = try unknownBand(encoding, seed: seed, path, notes)
    let words = try #require(
      ["u16": "u16 LE", "bcd": "digits BCD BE", "text": "text", "float32": "float32 LE"][encoding])
    let found = try objects(try await Program.run(["capture", "find", path, steps, "--at", "300", "--json"]))
    let first = try #require(found.first)
    #expect(first["characteristic"] as? String == "FFE2" && (first["encoding"] as? String)?.hasSuffix(words) == true)
    let fields = try await Program.run(["capture", "fields", path, "--characteristic", "FFE2", "--values", notes])
    #expect(fields.status == 0)
    let best = try #require(fields.lines.first { $0.contains("r = ") })
    #expect(best.contains(words) && best.contains("r = 1.0"), "\(best)")
  }

  @Test(arguments: ["u16", "bcd", "text", "float32"], [5, 23])
  func `a copy with shifted numbers still has the steps of an unknown band`(encoding: String, seed: Int) async throws {
    let home = try Home()
    let (path, notes) = (home.folder.path("band.btsnoop"), home.folder.path("noted.csv"))
    let copy = home.folder.path("copy.btsnoop")
    _ = try unknownBand(encoding, seed: seed, path, notes)
    #expect(try await Program.run(["capture", "anonymize", path, copy, "--shift-values"]).status == 0)
    let fields = try await Program.run(["capture", "fields", copy, "--characteristic", "FFE2", "--values", notes])
    let best = try #require(fields.lines.first { $0.contains("r = ") })
    #expect(best.contains("r = 1.0") && !best.contains("+ 0.0"), "\(best)")
  }

  @Test func `--message-end and --message-length-at join whole messages, --message-header removes headers`()
    async throws
  {
    let home = try Home()
    let pieces = (0..<24).map { [UInt8]($0.isMultiple(of: 2) ? [0xAA, 5, UInt8($0)] : [9, UInt8($0), 0x0D]) }
    let path = try home.capture("pieces.log", pieces)
    for (option, length) in [
      (["--message-end", "0d"], 6), (["--message-length-at", "1+1"], 6), (["--message-length-at", "1-1"], nil),
      (["--message-start", "aa", "--message-header", "1"], 5),
    ] {
      let result = try await Program.run(["capture", "fields", path, "--json", "--kind-bytes", "0"] + option + place)
      let kind = try #require(try objects(result).first)
      if let length { #expect((kind["kind"] as? [String: Any])?["length"] as? Int == length, "\(option)") }
      #expect((kind["frames"] as? Int ?? 0) <= 15)
    }
    let wrong = [
      ["--message-header", "0"], ["--message-length-at", "3-1"], ["--message-length-at", "x"], ["--message-end", "0"],
      ["--message-end", "0d", "--message-length-at", "1"],
    ]
    for options in wrong {
      #expect(try await Program.run(["capture", "fields", path] + options + place).status == 64, "\(options)")
    }
    let none = try await Program.run(["capture", "fields", path, "--message-end", "777777"] + place)
    #expect(none.status == 65 && none.problems.contains("no message has the stated end"))
  }

  // MARK: diff

  @Test func `diff marks changed bytes and folds unchanged frames`() async throws {
    let home = try Home()
    let path = try home.capture("one.log", [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 9, 3]])
    let result = try await Program.run(["capture", "diff", path] + place, environment: ["TZ": "UTC"])
    #expect(result.status == 0)
    let lines = result.lines.drop { !$0.hasPrefix("3 bytes") }
    #expect(
      [String](lines) == [
        "3 bytes beginning with 01  4 frames",
        "               0  1  2",
        "08:00:00.000  01 02 03",
        "              … repeated 2 times, until 08:00:02.000",
        "08:00:03.000  01 09 03",
        "                 ^^",
      ])
    let kind = try #require(try objects(try await Program.run(["capture", "diff", path, "--json"] + place)).first)
    let steps = try #require(kind["steps"] as? [[String: Any]])
    #expect(steps.map { $0["changed"] as? [Int] } == [[], [1]])
    #expect(steps.map { $0["repeats"] as? Int } == [2, 0])
  }

  @Test(arguments: [40, 100])
  func `diff of two captures finds values that are constant in each but differ between them`(width: Int) async throws {
    let home = try Home()
    // The counter is 1,000 steps before the walk and 3,345 after it.
    let before = try home.capture("before.log", (0..<6).map { [0x0A, 0xE8, 0x03, UInt8($0), 0, 0, 0, 0, 0, 1] })
    let after = try home.capture("after.log", (0..<6).map { [0x0A, 0x11, 0x0D, UInt8($0 + 1), 0, 0, 0, 0, 0, 1] })
    let arguments = ["capture", "diff", before, after] + place
    let result = try await Program.run(arguments, environment: ["COLUMNS": "\(width)"])
    #expect(result.status == 0)
    let found = result.lines.contains { line in
      line.split(separator: " ").map(String.init) == ["1–2", "u16", "LE", "1000", "3345", "+2345"]
    }
    #expect(found, "\(result.output)")
    #expect(result.output.contains("Vary in both\n  10 bytes beginning with 0a: 3"))
    let frame = try #require(result.lines.first { $0.hasPrefix("#1") })
    #expect(frame.contains("0a 11 0d") == (width == 100))
    let kind = try #require(try objects(try await Program.run(arguments + ["--json"])).first)
    #expect(kind["settled"] as? [Int] == [1, 2] && kind["varyingInBoth"] as? [Int] == [3])
  }

  @Test func `colors replace the marks only if colors are supported`() async throws {
    let home = try Home()
    let result = try await Program.run(["capture", "diff", try home.walk().path] + place)
    #expect(!result.output.contains("\u{1B}") && result.output.contains("^^"))
  }

  // MARK: A real device

  private static let horizon = Program.root.appending(path: "../shared/captures/treadmill-horizon.btsnoop").path()
  private static let hasHorizon = FileManager.default.fileExists(atPath: horizon)

  @Test(.enabled(if: hasHorizon, "../shared/captures is not here"))
  func `fields finds length, checksum, clock, speed and pace of a treadmill's messages`() async throws {
    let pieces = try await Program.run(["capture", "fields", Self.horizon, "--characteristic", "FFF4"])
    #expect(pieces.output.contains("Try --message-start 55aa"))
    let result = try await Program.run(
      ["capture", "fields", Self.horizon, "--characteristic", "FFF4", "--message-start", "55aa"])
    let texts = [
      "786 frames joined into 104 messages", "the length, minus 10 bytes",
      "CRC-16/CCITT-FALSE of byte 10 to the end, low byte first", "“User 1”",
    ]
    for text in texts { #expect(result.output.contains(text), "\(text)") }
    #expect(result.lines.contains { $0.contains("51        counter") && $0.contains("+1 per frame") })
    #expect(result.lines.contains { $0.contains("61–62     u16 LE") && $0.contains("1500") })
    #expect(result.lines.contains { $0.contains("91–92     u16 LE") && $0.contains("6000") })
  }
}
