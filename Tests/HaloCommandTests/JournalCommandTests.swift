import Foundation
import GRDB
import Testing

@Suite("The journal's commands")
struct JournalCommandTests {
  private let folder: URL
  private let environment: [String: String]
  private let radio = ["--radio", "simulated", "--now", "2026-11-20T10:16"]

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    environment = [
      "HALO_JOURNAL": folder.appending(path: "journal.sqlite").path(), "HALO_RADIO": "simulated", "TZ": "Asia/Shanghai",
    ]
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run(arguments, environment: environment)
  }

  private func pairAndSync() throws {
    #expect(try run(["pair", "--name", "left hand", "--wearer", "Ada"] + radio).status == 0)
    #expect(try run(["sync"] + radio).status == 0)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test("without a paired ring a sync keeps nothing and says so")
  func unpaired() throws {
    defer { remove() }
    let result = try run(["sync", "--days", "1"] + radio)
    #expect(result.status == 0)
    #expect(result.problems.contains("nothing of this was kept. 'halo pair' keeps this ring"))
    #expect(!FileManager.default.fileExists(atPath: folder.path()))
    let today = try run(["today"])
    #expect(today.status == 65)
    #expect(today.problems.contains("'halo pair' keeps a ring"))
  }

  @Test("what a paired ring told can be looked at afterwards, and followed to its bytes")
  func looking() throws {
    defer { remove() }
    try pairAndSync()
    let today = try run(["today"])
    #expect(today.status == 0)
    #expect(today.lines.first == "Friday, 20 November 2026")
    #expect(try run(["day", "2026-11-20"]).output == today.output)
    #expect(try run(["day", "2020-01-01"]).status == 65)
    #expect(try run(["week"]).lines.count == 9)
    #expect(try run(["sleep"]).lines.count > 6)
    #expect(try run(["heart", "--days", "3"]).lines.count == 4)
    #expect(try run(["steps"]).output.contains("a day on average"))
    let explained = try run(["explain", "heart-rate", "2026-11-20T08:15"])
    #expect(explained.output.contains("2026-11-20T08:15:00+08:00"))
    #expect(explained.output.contains("left hand"))
    let frames = explained.lines.filter { $0.contains("6E400003") }
    #expect(frames.count == 24)
    // The bytes on the page make the message on the page.
    let decoded = try run(
      ["decode", "--device", "colmi-ring"] + frames.compactMap { $0.split(separator: " ").last.map(String.init) })
    #expect(explained.output.contains(try #require(decoded.lines.first)))
    let device = try #require(try run(["devices"]).lines.first)
    #expect(device.contains("left hand") && device.contains("RT11CR_1.00.08_250514") && device.contains("Ada"))
  }

  @Test("a sync in JSON names the journal's frames, and has them")
  func json() throws {
    defer { remove() }
    try pairAndSync()
    let result = try run(["sync", "--json", "--days", "2"] + radio)
    let synced = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let numbers = Set((synced["frames"] as? [[String: Any]] ?? []).compactMap { $0["number"] as? Int })
    let days = try #require(synced["days"] as? [[String: Any]])
    let from = try #require((days[0]["heartRate"] as? [String: Any])?["from"] as? [Int])
    #expect(from.count == 24 && numbers.isSuperset(of: from))
  }

  @Test("a rebuild changes nothing, a backup is a journal, and an export has a line a sample")
  func keeping() throws {
    defer { remove() }
    try pairAndSync()
    #expect(try run(["rebuild"]).output.contains("all as they were"))
    let copy = folder.appending(path: "copy.sqlite").path()
    #expect(try run(["backup", copy]).status == 0)
    #expect(try run(["backup", copy]).status == 66)
    #expect(try run(["today", "--journal", copy]).output == run(["today"]).output)
    let csv = try run(["export", "--metric", "heart-rate", "--from", "2026-11-19", "--to", "2026-11-19"])
    #expect(csv.lines.count == 289)
    #expect(csv.lines[1].hasPrefix("2026-11-19T00:00:00+08:00,,heart-rate,"))
    let lines = try run([
      "export", "--metric", "heart-rate", "--from", "2026-11-19", "--to", "2026-11-19", "--format", "jsonl",
    ])
    #expect(lines.lines.count == 288)
    #expect(try run(["export", "--metric", "nonsense"]).status == 64)
    #expect(
      try run(["export", "--metric", "sleep"]).output.contains("sleep-stage,deep,,log,left hand,Ada,0,night 2026-"))
  }

  @Test("an export that is imported elsewhere exports the same, and twice is once", arguments: ["csv", "jsonl"])
  func importing(format: String) throws {
    defer { remove() }
    try pairAndSync()
    let exported = try run(["export", "--format", format]).output
    let file = folder.appending(path: "export.\(format)")
    try Data(exported.utf8).write(to: file)
    let other = folder.appending(path: "other.sqlite").path()
    let result = try run(["import", file.path(), "--journal", other])
    #expect(result.status == 0)
    #expect(try run(["export", "--format", format, "--journal", other]).output == exported)
    #expect(try run(["import", file.path(), "--journal", other]).output.contains("left hand: 0 new of"))
    #expect(try run(["import", file.path()]).output.contains("left hand: 0 new of"))
    #expect(
      try run(["explain", "heart-rate", "2026-11-19T08:15", "--journal", other]).output.contains(
        "imported  from a file"))
    // What was imported outlives a rebuild.
    #expect(try run(["rebuild", "--journal", other]).status == 0)
    #expect(try run(["export", "--format", format, "--journal", other]).output == exported)
    try Data((exported + "nonsense\n").utf8).write(to: file)
    let broken = try run(["import", file.path(), "--journal", other])
    #expect(broken.status == 65)
    #expect(broken.problems.contains("line \(exported.split(separator: "\n").count + 1): not a line of an export"))
  }

  @Test("the file of the usual Python client is brought along")
  func pythonClient() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "python.sqlite").path()
    let database = try DatabaseQueue(path: file)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE rings (ring_id INTEGER PRIMARY KEY, address VARCHAR NOT NULL UNIQUE);
          CREATE TABLE heart_rates (heart_rate_id INTEGER PRIMARY KEY, reading INTEGER, timestamp DATETIME, ring_id INTEGER, sync_id INTEGER);
          CREATE TABLE sport_details (sport_detail_id INTEGER PRIMARY KEY, calories INTEGER, steps INTEGER, distance INTEGER,
            timestamp DATETIME, ring_id INTEGER, sync_id INTEGER);
          CREATE TABLE sleep_logs (sleep_log_id INTEGER PRIMARY KEY, periods VARCHAR);
          INSERT INTO rings VALUES (1, '70:CB:0D:D0:34:1C');
          INSERT INTO heart_rates VALUES (1, 77, '2024-11-02 00:05:00.000000', 1, 1), (2, 0, '2024-11-02 00:10:00.000000', 1, 1);
          INSERT INTO sport_details VALUES (1, 900, 123, 88, '2024-11-02 00:15:00.000000', 1, 1);
          INSERT INTO sleep_logs VALUES (1, '[]');
          """)
    }
    try database.close()
    let result = try run(["import", file])
    #expect(result.output == "70:CB:0D:D0:34:1C: 3 new of 3 entries, the others were here already.\n")
    #expect(result.problems.contains("its 1 night cannot be read"))
    let lines = try run(["export"]).lines
    #expect(lines.contains("2024-11-02T08:05:00+08:00,,heart-rate,77,bpm,log,70:CB:0D:D0:34:1C,me,0,"))
    #expect(
      lines.contains("2024-11-02T08:15:00+08:00,2024-11-02T08:30:00+08:00,steps,123,count,log,70:CB:0D:D0:34:1C,me,0,"))
    #expect(try run(["devices"]).output.isEmpty, "an imported ring is none that is paired")
  }

  @Test("a paired ring's live measurement is kept, beats and all")
  func live() throws {
    defer { remove() }
    try pairAndSync()
    #expect(try run(["live", "heart-rate", "--for", "40", "--speed", "0"] + radio).status == 0)
    let lines = try run(["export", "--metric", "heart-rate", "--from", "2026-11-20"]).lines.filter {
      $0.contains(",live,")
    }
    #expect(lines.count > 20)
    #expect(try run(["export", "--metric", "beat-interval"]).lines.count > 20)
    #expect(try run(["status"]).output.contains("battery      71 %"))
  }

  @Test("a ring that is in use is said to be, and by whom")
  func inUse() throws {
    defer { remove() }
    try pairAndSync()
    let process = Process()
    process.executableURL = Program.url
    process.arguments = ["status", "--follow"] + radio
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("syncing"), let data = try output.fileHandleForReading.read(upToCount: 256) {
      text += String(decoding: data, as: UTF8.self)
    }
    let second = try run(["sync"] + radio)
    #expect(second.status == 69)
    #expect(second.problems.contains("left hand is in use by halo (process \(process.processIdentifier))"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(text.contains("left hand  syncing"))
  }

  @Test("a ring is renamed and forgotten; erasing its data wants a yes")
  func devices() throws {
    defer { remove() }
    try pairAndSync()
    #expect(try run(["rename", "left hand", "right hand"]).status == 0)
    #expect(try run(["rename", "left hand", "x"]).problems.contains("Paired are: right hand"))
    #expect(try run(["forget", "right hand", "--data"]).status == 64)
    #expect(try run(["forget", "right hand"]).status == 0)
    #expect(try run(["devices"]).output.isEmpty)
    #expect(try run(["today"]).status == 0)
  }

  @Test("a file that is no journal is left alone, with what to do")
  func damaged() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "journal.sqlite")
    try Data(String(repeating: "this is a letter. ", count: 100).utf8).write(to: file)
    let result = try run(["today"])
    #expect(result.status == 65)
    #expect(
      result.problems.contains("is damaged or no journal") && result.problems.contains("Put a backup in its place"))
    #expect(try Data(contentsOf: file).count == 1800)
  }
}
