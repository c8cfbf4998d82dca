import Foundation
import HaloReports
import GRDB
import HaloTesting
import Testing

@Suite("The journal's commands")
struct JournalCommandTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]
  private let radio = ["--radio", "simulated", "--now", "2026-11-20T10:16"]

  init() throws {
    folder = try TemporaryFolder()
    environment = [
      "HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated", "TZ": "Asia/Shanghai",
    ]
  }

  private func run(_ arguments: [String], _ more: [String: String] = [:]) async throws -> Program.Result {
    try await Program.run(arguments, environment: environment.merging(more) { $1 })
  }

  /// A journal after a pairing and a sync, made once for all tests.
  private static let synced = Task {
    let tests = try JournalCommandTests()
    #expect(try await tests.run(["pair", "--name", "left hand", "--wearer", "Ada"] + tests.radio).status == 0)
    #expect(try await tests.run(["sync"] + tests.radio).status == 0)
    let copy = tests.folder.url.appending(path: "copy.sqlite")
    #expect(try await tests.run(["backup", copy.path()]).status == 0)
    return try Data(contentsOf: copy)
  }

  private func pairAndSync() async throws {
    try await Self.synced.value.write(to: folder.url.appending(path: "journal.sqlite"))
  }

  @Test func `only a device that numbers its users is paired with a number`() async throws {
    let lookalikes = radio + ["--scene", "lookalikes"]
    let unknown = try await run(["pair", "--device", "Bathroom scale", "--user", "255"] + lookalikes)
    #expect(unknown.status == 64 && unknown.problems.contains("--user must be a number from 0 to 254"))
    let ring = try await run(["pair", "--user", "2"] + radio)
    #expect(ring.status == 64 && ring.problems.contains("does not number the people who use it"), "\(ring.problems)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("journal.sqlite")))
    let scale = try await run(["pair", "--device", "Bathroom scale", "--user", "3"] + lookalikes)
    #expect(
      scale.output.contains("used by me.\n'halo sync --device \"Bathroom scale\" --radio simulated --scene lookalikes"),
      "\(scale.output)")
  }

  @Test func `a sync without a paired ring stores nothing and reports that`() async throws {
    let result = try await run(["sync", "--days", "1"] + radio)
    #expect(result.status == 0)
    #expect(result.problems.contains("this data was not stored. Pair this ring with 'halo pair --radio simulated'"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty, "no lock either")
    #expect(
      try !FileManager.default.contentsOfDirectory(atPath: Program.root.path()).contains { $0.hasSuffix(".lock") })
    let today = try await run(["today"])
    #expect(today.status == 65)
    #expect(today.problems.contains("Pair a device with 'halo pair --radio simulated'"))
  }

  @Test func `an unpaired ring shows the days that a paired one has in the journal`() async throws {
    func days(_ journal: String) async throws -> [[String: Any]] {
      let result = try await run(["sync", "--json", "--days", "3", "--journal", journal] + radio)
      let synced = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      return try #require(synced?["days"] as? [[String: Any]])
    }
    let unpaired = try await days(folder.path("none.sqlite"))
    try await pairAndSync()
    let paired = try await days(folder.path("journal.sqlite"))
    for (shown, stored) in zip(unpaired, paired) {
      func movement(_ day: [String: Any]) -> NSDictionary {
        ((day["movement"] as? [String: Any]) ?? [:]).filter { $0.key != "from" } as NSDictionary
      }
      #expect(movement(shown) == movement(stored))
      func series(_ day: [String: Any]) -> NSArray {
        ((day["series"] as? [[String: Any]]) ?? []).map { series in
          series.filter { !["from", "start"].contains($0.key) }
        } as NSArray
      }
      #expect(series(shown) == series(stored))
      #expect(shown["coverage"] == nil && stored["coverage"] != nil)
      let (sleep, night) = (
        (shown["nights"] as? [[String: Any]])?.first, (stored["nights"] as? [[String: Any]])?.first
      )
      #expect(sleep?["minutesAsleep"] as? Int == night?["minutesAsleep"] as? Int)
      if let start = sleep?["start"] as? String { #expect(start + "+08:00" == night?["start"] as? String) }
    }
    #expect(unpaired.count == 3 && unpaired.contains { $0["movement"] != nil })
  }

  @Test func `shows a paired ring's synced data, and traces it to its bytes`() async throws {
    try await pairAndSync()
    let today = try await run(["today"])
    #expect(today.status == 0)
    #expect(today.lines.first == "Friday, 20 November 2026")
    #expect(try await run(["day", "2026-11-20"]).output == today.output)
    #expect(try await run(["day", "2020-01-01"]).status == 65)
    // The output is a title, the headings and their units, seven days and their means.
    let week = try await run(["week"])
    #expect(week.lines.count == 11)
    #expect(week.lines[1].contains("Resting") && week.lines.last?.hasPrefix("Average") == true)
    // The ring keeps a week, so the month shows no earlier days.
    #expect(try await run(["month"]).lines.count == 11)
    #expect(try await run(["year"]).lines.last?.hasPrefix("Average") == true)
    let narrow = try await run(["week"], ["COLUMNS": "40"])
    #expect(narrow.lines[1].contains("Steps") && narrow.lines.allSatisfy { $0.count <= 40 })
    #expect(try await run(["sleep"]).lines.count > 6)
    let heart = try await run(["heart", "--days", "3"]).output.split(separator: "\n\n").map {
      $0.split(separator: "\n")
    }
    #expect(heart.dropLast().map(\.first) == ["Heart rate", "SpO₂", "HRV", "Stress score"])
    #expect(heart.dropLast().allSatisfy { $0.count == 4 && $0.dropFirst().allSatisfy { $0.contains(", average ") } })
    #expect(heart.last?.first?.hasPrefix("Resting heart rate ") == true)
    #expect(try await run(["sleep"]).lines.first == "Sleep  A Awake  R REM  L Light  D Deep")
    #expect(try await run(["steps"]).output.contains("per day on average"))
    let explained = try await run(["explain", "heart-rate", "2026-11-20T08:15"])
    #expect(explained.output.contains("Friday, 20 November, 08:15"))
    #expect(explained.output.contains("left hand"))
    // The value, its description, and the one frame that contains it.
    #expect((8...16).contains(explained.lines.count), "\(explained.output)")
    #expect(explained.output.contains("+23 more frames (--frames)"))
    let all = try await run(["explain", "hr", "2026-11-20 08:15", "--frames", "--json"])
    let report = try JSONDecoder().decode(ExplanationReport.self, from: Data(all.output.utf8))
    #expect(report.frames.count == 24)
    // Decoding the printed bytes gives the printed message.
    let decoded = try await run(["decode", "--device", "colmi-ring"] + report.frames.map(\.hex))
    #expect(
      try await run(["explain", "heart-rate@\(report.when)", "--frames"]).output.contains(
        try #require(decoded.lines.first)))
    let device = try #require(try await run(["devices"]).lines.first)
    #expect(device.contains("left hand") && device.contains("RT11CR_1.00.08_250514") && device.contains("Ada"))
  }

  @Test func `explain marks the byte that contains the value`() async throws {
    try await pairAndSync()
    let lines = try await run(["explain", "heart-rate", "2026-11-20T08:15"]).lines
    let bpm = try #require(lines.first?.firstMatch(of: /Heart rate (\d+) bpm/)?.1)
    let place = try #require(lines.firstIndex { $0.contains("^^") })
    let mark = try #require(lines[place].firstRange(of: "^^"))
    #expect(lines[place].count { $0 == "^" } == 2)
    let start = lines[place].distance(from: lines[place].startIndex, to: mark.lowerBound)
    let marked = lines[place - 1].dropFirst(start).prefix(2)
    #expect(Int(marked, radix: 16) == Int(bpm))
    #expect(lines[place + 1].contains(": samples"))
  }

  @Test func `explain accepts common metric names, and suggests one for an unknown name`() async throws {
    try await pairAndSync()
    for name in ["hrv", "rhr", "sleep", "steps", "time-asleep"] {
      #expect(try await run(["explain", name, "2026-11-20"]).status == 0, "\(name)")
    }
    for name in ["hr", "spo2", "stress"] {
      #expect(try await run(["explain", name, "2026-11-20T08:15"]).status == 0, "\(name)")
    }
    let typo = try await run(["explain", "haert-rate", "2026-11-20T08:15"])
    #expect(typo.status == 64 && typo.problems.contains("Did you mean 'heart-rate'?"))
    #expect(try await run(["explain", "hr", "2026-11-20"]).problems.contains("Add the time"))
    #expect(try await run(["explain", "hr"]).status == 64)
    let long = try await run(["export", "--metric", "heart-rate"])
    #expect(try await run(["export", "--metric", "hr"]).output == long.output)
    #expect(try await run(["export", "--metric", "rhr"]).status == 64)
    // Every input of a computed value is a valid command.
    let computed = try await run(["explain", "rhr", "2026-11-20"])
    let followed = computed.output.matches(of: /halo explain (\S+@\S+)/)
    #expect(followed.count == 3)
    for match in followed { #expect(try await run(["explain", String(match.1)]).status == 0) }
  }

  @Test func `a sync with --json prints the numbers of frames that are in the journal`() async throws {
    try await pairAndSync()
    let result = try await run(["sync", "--json", "--days", "2"] + radio)
    let synced = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let numbers = Set((synced["frames"] as? [[String: Any]] ?? []).compactMap { $0["number"] as? Int })
    let days = try #require(synced["days"] as? [[String: Any]])
    let from = try #require(
      (days[0]["series"] as? [[String: Any]])?.first { $0["id"] as? String == "heart-rate" }?["from"] as? [Int])
    #expect(from.count == 24 && numbers.isSuperset(of: from))
  }

  @Test func `a rebuild changes nothing, a backup is a journal, and an export has one line per sample`() async throws {
    try await pairAndSync()
    #expect(try await run(["rebuild"]).output.contains("all unchanged"))
    let copy = folder.path("copy.sqlite")
    #expect(try await run(["backup", copy]).status == 0)
    #expect(try await run(["backup", copy]).problems.contains("the file already exists and will not be overwritten"))
    #expect(try await run(["today", "--journal", copy]).output == run(["today"]).output)
    let csv = try await run(["export", "--metric", "heart-rate", "--from", "2026-11-19", "--to", "2026-11-19"])
    #expect(csv.lines.count == 289)
    let line = try JSONSerialization.jsonObject(
      with: Data(try #require(try await run(["export", "--metric", "steps", "--format", "jsonl"]).lines.first).utf8))
    #expect((line as? [String: Any])?["value"] is NSNumber)
    // A device is also found by its advertised name.
    #expect(
      try await !run(["sync", "--device", "COLMI R12_0001"] + radio).problems.contains("this data was not stored"))
    #expect(csv.lines[1].hasPrefix("2026-11-19T00:00:00+08:00,,heart-rate,"))
    let lines = try await run([
      "export", "--metric", "heart-rate", "--from", "2026-11-19", "--to", "2026-11-19", "--format", "jsonl",
    ])
    #expect(lines.lines.count == 288)
    #expect(try await run(["export", "--metric", "nonsense"]).status == 64)
    #expect(
      try await run(["export", "--metric", "sleep"]).output.contains(
        "sleep-stage,deep,,log,left hand,C3:48:9A:10:00:01,Ada,0,night 2026-"))
  }

  @Test func `restore prints the contents of the backup and the next steps`() async throws {
    try await pairAndSync()
    let copy = folder.path("copy.sqlite")
    let exported = try await run(["export"]).output
    #expect(try await run(["backup", copy]).status == 0)
    #expect(
      try await run(["forget", "left hand", "--data", "--yes"]).output
        == "left hand is no longer paired, and all its data is erased.\n")
    let refused = try await run(["restore", copy])
    #expect(refused.status == 73)
    #expect(refused.problems.contains("already exists") && refused.problems.contains("--replace"))
    let restored = try await run(["restore", copy, "--replace"])
    #expect(restored.status == 0)
    #expect(restored.output.contains("It contains 2026-11-14 to 2026-11-20; devices: left hand.\n"))
    #expect(restored.output.contains("is now \(folder.path("journal.replaced-1.sqlite")).\n"))
    #expect(try await run(["export"]).output == exported)
    #expect(try await run(["restore", folder.path("none"), "--replace"]).status == 66)
    #expect(try await run(["restore", Program.url.path(), "--replace"]).status == 65)
    #expect(try await run(["export"]).output == exported)
  }

  @Test func `a FIFO as journal is refused at once`() async throws {
    let path = folder.path("journal.sqlite")
    #expect(mkfifo(path, 0o600) == 0)
    for command in [["today"], ["sync"] + radio] {
      let result = try await run(command)
      #expect(result.problems.contains("\(path) cannot be opened: it is not a regular file"))
    }
  }

  @Test(arguments: ["csv", "jsonl"])
  func `an export imported elsewhere exports the same, and a second import adds nothing`(format: String) async throws {
    try await pairAndSync()
    let exported = try await run(["export", "--format", format]).output
    let file = folder.url.appending(path: "export.\(format)")
    try Data(exported.utf8).write(to: file)
    let other = folder.path("other.sqlite")
    let result = try await run(["import", file.path(), "--journal", other])
    #expect(result.status == 0)
    #expect(try await run(["export", "--format", format, "--journal", other]).output == exported)
    #expect(try await run(["import", file.path(), "--journal", other]).output.contains("left hand: 0 of "))
    #expect(try await run(["import", file.path()]).output.contains("left hand: 0 of "))
    #expect(
      try await run(["explain", "heart-rate", "2026-11-19T08:15", "--journal", other]).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(" of \(file.path()), on "))
    // Imported samples remain after a rebuild.
    #expect(try await run(["rebuild", "--journal", other]).status == 0)
    #expect(try await run(["export", "--format", format, "--journal", other]).output == exported)
    try Data((exported + "nonsense\n").utf8).write(to: file)
    let broken = try await run(["import", file.path(), "--journal", other])
    #expect(broken.status == 65)
    #expect(broken.problems.contains("line \(exported.split(separator: "\n").count + 1): not a line of an export"))
    try Data("a shopping list\n".utf8).write(to: file)
    let stranger = try await run(["import", file.path(), "--journal", other])
    #expect(stranger.status == 65)
    #expect(stranger.problems.contains("line 1: not a line of an export") && stranger.problems.contains("Apple Health"))
  }

  @Test func `an export edited in a spreadsheet is imported, except impossible values`() async throws {
    let header = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep"
    func importing(_ line: String) async throws -> Program.Result {
      let file = folder.url.appending(path: "file.csv")
      try Data("\u{FEFF}\(header)\r\n\(line)\r\n".utf8).write(to: file)
      return try await run(["import", file.path()])
    }
    let line = "2026-11-15T00:05:00+08:00,,heart-rate,67,bpm,log,\"ring, \"\"left\"\"\",AA:BB,Ada,1,"
    #expect(try await importing(line).output == "ring, \"left\": 1 of 1 entry is new.\n")
    // Doubtful times are preserved, and names with commas and quotation marks too.
    #expect(try await run(["export"]).lines.last == line)
    // A single value is no range.
    let day = try await run(["day", "2026-11-15"]).output
    #expect(day.contains("67 bpm") && !day.contains("67 – 67"), "\(day)")
    #expect(try await importing(line.replacing("2026", with: "2099")).status == 65)
    for value in ["1e300", "-1", "nan", "0", ""] {
      #expect(try await importing(line.replacing(",67,", with: ",\(value),")).status == 65, "\(value)")
    }
    #expect(try await importing(line.replacing("Ada", with: "Bob")).status == 74)
    #expect(try await run(["forget", "AA:BB", "--data", "--yes"]).status == 0)
    #expect(try await run(["export"]).lines.count == 1)
  }

  /// Returns days of June of a synthetic wearer as an export: heart rates every five minutes, slower during the sleeps,
  /// which begin at an hour of a day and last some hours.
  private func exported(days: ClosedRange<Int>, sleeps: [(day: Int, from: Int, hours: Int, kind: String)]) -> String {
    func time(_ day: Int, _ minute: Int) -> String {
      String(format: "2026-06-%02dT%02d:%02d:00+02:00", day, minute / 60, minute % 60)
    }
    let rates = days.flatMap { day in
      stride(from: 0, to: 1440, by: 5).map { minute -> String in
        let isAsleep = sleeps.contains {
          $0.day == day && ($0.from * 60..<($0.from + $0.hours) * 60).contains(minute)
        }
        return "\(time(day, minute)),,heart-rate,\(isAsleep ? 55 : 70),bpm,log,ring,AA:BB,me,0,"
      }
    }
    let nights = sleeps.map { day, from, hours, kind in
      let (start, end) = (time(day, from * 60), time(day, (from + hours) * 60))
      return "\(start),\(end),sleep-stage,light,,log,ring,AA:BB,me,0,\(kind) \(start)"
    }
    let header = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep"
    return ([header] + rates + nights).joined(separator: "\n") + "\n"
  }

  @Test func `an imported journal explains missing values, and shows naps`() async throws {
    let file = folder.url.appending(path: "file.csv")
    let nights = [1, 2, 3, 4, 6, 7].map { (day: $0, from: 0, hours: 7, kind: "night") }
    try Data(exported(days: 1...8, sleeps: nights + [(day: 8, from: 13, hours: 2, kind: "nap")]).utf8).write(to: file)
    #expect(try await run(["import", file.path()]).status == 0)
    let json = try await run(["insights", "--json"])
    #expect(json.lines.count == 8)
    #expect(!json.output.contains("notSyncedYet"))
    #expect(json.lines[4].contains("\"night\":\"wornWithoutSleep\""))
    let text = try await run(["insights"])
    #expect(text.lines[0].contains("naps"))
    #expect(text.output.contains("Only naps were recorded, no main sleep."))
    #expect(text.output.firstMatch(of: /Time napping +2 h\n/) != nil)
    #expect(text.output.contains("70 bpm, while awake, because there is no main sleep"))
    #expect(text.output.contains("– no main sleep was recorded on this day"))
    // Each reason is printed, and computation is offered only if it is possible.
    func why(_ metric: String, _ day: Int) async throws -> String {
      let result = try await run(["explain", metric, "2026-06-0\(day)"])
      #expect(result.status == 65)
      return result.problems
    }
    #expect(try await why("time-napping", 7).contains("no sleep besides the main one was recorded"))
    #expect(try await why("daily-distance", 7).contains("no distance was recorded on this day"))
    #expect(
      try await why("own-time-asleep", 7).contains("Halo's own stages need a raw recording of the night's movement"))
    #expect(try await why("time-asleep-trend", 7).contains("5 earlier days have a value, 7 are needed"))
    #expect(try await why("resting-heart-rate", 9).contains("its newest day is 2026-06-08"))
    #expect(try await run(["rebuild"]).output.contains("all unchanged"))
  }

  @Test func `data of two wearers is not added up: --wearer is required`() async throws {
    try await pairAndSync()
    #expect(try await run(["pair", "--device", "R02_5A5B", "--wearer", "Bob"] + radio).status == 0)
    #expect(try await run(["sync"] + radio).status == 0)
    let whose = try await run(["week"])
    #expect(whose.status == 64)
    #expect(whose.problems.contains("the journal has data of Ada and Bob: choose one with --wearer"))
    #expect(try await run(["week", "--wearer", "Ada"]).output != run(["week", "--wearer", "Bob"]).output)
    #expect(try await run(["week", "--wearer", "Eve"]).problems.contains("the journal has no wearer 'Eve'"))
    let renamed = try await run(["rename", "R02_5A5B", "Left Hand"])
    #expect(renamed.status == 64)
    #expect(renamed.problems == "halo: Another device already has the name 'Left Hand'. Choose another name.\n")
    let named = try await run(["pair", "--device", "R02_5A5B", "--name", "Left Hand"] + radio)
    #expect(named.status == 64)
    #expect(named.problems.contains("Another device already has the name 'Left Hand'."))
    #expect(
      try await run(["live", "heart-rate", "--device", "left hand", "--for", "30", "--speed", "0"] + radio).status == 0)
  }

  @Test func `reading commands create no journal`() async throws {
    for command in [["today"], ["export"], ["status"], ["devices"]] { #expect(try await run(command).status == 65) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("journal.sqlite")))
  }

  @Test func `imports the file of the usual Python client`() async throws {
    let file = folder.path("python.sqlite")
    let database = try DatabaseQueue(path: file)
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE rings (ring_id INTEGER PRIMARY KEY, address VARCHAR NOT NULL UNIQUE);
          CREATE TABLE heart_rates (heart_rate_id INTEGER PRIMARY KEY, reading INTEGER, timestamp DATETIME, ring_id INTEGER, sync_id INTEGER);
          CREATE TABLE sport_details (sport_detail_id INTEGER PRIMARY KEY, calories INTEGER, steps INTEGER, distance INTEGER,
            timestamp DATETIME, ring_id INTEGER, sync_id INTEGER);
          CREATE TABLE sleep_logs (sleep_log_id INTEGER PRIMARY KEY, periods VARCHAR);
          INSERT INTO rings VALUES (1, '70:cb:0d:d0:34:1c');
          INSERT INTO heart_rates VALUES (1, 77, '2024-11-02 00:05:00.000000', 1, 1), (2, 0, '2024-11-02 00:10:00.000000', 1, 1);
          INSERT INTO sport_details VALUES (1, 900, 123, 88, '2024-11-02 00:15:00.000000', 1, 1);
          INSERT INTO sleep_logs VALUES (1, '[]');
          """)
    }
    try database.close()
    let result = try await run(["import", file])
    #expect(result.output == "70:CB:0D:D0:34:1C: 3 of 3 entries are new.\n")
    #expect(result.problems.contains("Halo does not keep: sleep_logs (1)."))
    let lines = try await run(["export"]).lines
    #expect(
      lines.contains("2024-11-02T08:05:00+08:00,,heart-rate,77,bpm,log,70:CB:0D:D0:34:1C,70:CB:0D:D0:34:1C,me,0,"))
    #expect(
      lines.contains(
        "2024-11-02T08:15:00+08:00,2024-11-02T08:30:00+08:00,steps,123,count,log,70:CB:0D:D0:34:1C,70:CB:0D:D0:34:1C,me,0,"
      ))
    #expect(try await run(["devices"]).output.isEmpty, "an imported ring is not paired")
  }

  @Test func `stores a paired ring's live measurement with its beats`() async throws {
    try await pairAndSync()
    #expect(try await run(["live", "heart-rate", "--for", "40", "--speed", "0"] + radio).status == 0)
    let lines = try await run(["export", "--metric", "heart-rate", "--from", "2026-11-20"]).lines.filter {
      $0.contains(",live,")
    }
    #expect(lines.count > 20)
    #expect(try await run(["export", "--metric", "beat-interval"]).lines.count > 20)
    #expect(try await run(["status"]).output.contains("battery      "))
  }

  @Test func `names the program that uses a ring`() async throws {
    try await pairAndSync()
    let process = Program.process(["status", "--follow"] + radio, environment: environment)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("syncing"), let data = try output.fileHandleForReading.read(upToCount: 256) {
      text += String(decoding: data, as: UTF8.self)
    }
    let second = try await run(["sync"] + radio)
    #expect(second.status == 69)
    #expect(second.problems.contains("left hand is in use by halo (process \(process.processIdentifier))"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(text.contains("left hand  syncing"))
  }

  @Test func `stores everything requested from a paired ring, and keeps its data with its wearer`() async throws {
    try await pairAndSync()
    func sessions() throws -> [String] {
      try DatabaseQueue(path: folder.path("journal.sqlite")).read { db in
        try String.fetchAll(db, sql: "SELECT purpose FROM session ORDER BY id")
      }
    }
    #expect(try await run(["settings", "measure", "stress", "--off"] + radio).status == 0)
    #expect(try await run(["info"] + radio).status == 0)
    #expect(try sessions() == ["sync", "settings", "info"])
    #expect(try await run(["pair"] + radio).output.contains("left hand (C3:48:9A:10:00:01) is paired, worn by Ada"))
    let other = try await run(["pair", "--wearer", "Bob"] + radio)
    #expect(other.status == 69)
    #expect(other.problems.contains("that belongs to Ada"))
  }

  @Test func `a ring is renamed and unpaired; erasing its data requires confirmation`() async throws {
    try await pairAndSync()
    #expect(try await run(["rename", "left hand", "right hand"]).status == 0)
    #expect(try await run(["rename", "left hand", "x"]).problems.contains("Paired devices: right hand"))
    #expect(try await run(["forget", "right hand", "--data"]).status == 64)
    let forgotten = try await run(["forget", "right hand"])
    #expect(forgotten.status == 0 && forgotten.output.hasPrefix("right hand is no longer paired. Its data stays in "))
    #expect(forgotten.output.contains("'halo forget \"right hand\" --data --yes' erases it."))
    #expect(try await run(["devices"]).output.isEmpty)
    #expect(try await run(["today"]).status == 0)
    // The advice works as printed.
    #expect(try await run(["forget", "right hand", "--data", "--yes"]).status == 0)
  }

  @Test func `a file that is not a journal stays unchanged, with advice`() async throws {
    let file = folder.url.appending(path: "journal.sqlite")
    try Data(String(repeating: "this is a letter. ", count: 100).utf8).write(to: file)
    let result = try await run(["today"])
    #expect(result.status == 65)
    #expect(
      result.problems.contains("is damaged or not a Halo journal") && result.problems.contains("Restore a backup with"))
    #expect(try Data(contentsOf: file).count == 1800)
  }
}

extension JournalCommandTests {
  @Test func `computed values are shown, explained down to the frames, and the same after a rebuild`() async throws {
    try await pairAndSync()
    let shown = try await run(["insights"])
    #expect(shown.status == 0)
    #expect(shown.output.contains("Resting heart rate") && shown.output.contains("Sleep regularity"))
    let lines = try await run(["insights", "--json", "--age", "40"]).lines
    #expect(lines.count == 7)
    let day = try #require(try JSONSerialization.jsonObject(with: Data(lines[6].utf8)) as? [String: Any])
    let rate = try #require((day["values"] as? [String: [String: Any]])?["restingHeartRate"])
    #expect(rate["unit"] as? String == "bpm" && rate["confidence"] is NSNumber && rate["version"] as? Int == 2)
    #expect((day["zones"] as? [String: Any])?["isEstimate"] as? Bool == true)
    #expect(try await run(["today", "--json"]).output.contains("\"restingHeartRate\":{\"algorithm\""))
    #expect(try await run(["today"]).output.contains("Compared with your other days"))
    #expect(try await run(["status"]).output.contains("asleep"))
    let explained = try await run(["explain", "resting-heart-rate", "2026-11-20", "--frames"])
    #expect(explained.output.contains("resting-heart-rate, version 2"))
    #expect(explained.output.contains("the sleep of left hand"))
    // The frames of the night's rates, and the sleep during which they were measured.
    #expect(explained.lines.filter { $0.contains("6E400003") }.count == 24)
    #expect(explained.lines.contains { $0.contains("DE5BF729") })
    let none = try await run(["explain", "resting-heart-rate-trend", "2026-11-16"])
    #expect(none.status == 65)
    #expect(none.problems.contains("no baseline yet"))
    #expect(
      try await run(["explain", "time-asleep", "2026-12-24"]).problems.contains(
        "the journal has no data of that day yet; its newest day is 2026-11-20"))
    #expect(try await run(["explain", "time-asleep", "noon"]).status == 64)
    #expect(try await run(["rebuild"]).output.contains("all unchanged"))
    #expect(try await run(["insights"]).output == shown.output)
    #expect(
      try await run(["sleep"]).output.replacing(/\s+/, with: " ")
        .contains("From the device's sleep stages, which are estimates."))
  }
}
