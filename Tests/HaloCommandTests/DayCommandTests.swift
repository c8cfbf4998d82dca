import Foundation
import Testing

@Suite("halo day")
struct DayCommandTests {
  private let day = "Examples/colmi-r12-day.txt"
  private let evening = "Examples/colmi-r12-evening.txt"

  private func json(_ arguments: String..., input: String = "") async throws -> [String: Any] {
    let result = try await Program.run(["day", "--json"] + arguments, input: input)
    try #require(result.status == 0, "\(result.problems)")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func part(_ object: [String: Any], _ name: String) throws -> [String: Any] {
    try #require(object[name] as? [String: Any], "no \(name)")
  }

  private func series(_ object: [String: Any], _ id: String) throws -> [String: Any] {
    try #require((object["series"] as? [[String: Any]])?.first { $0["id"] as? String == id }, "no \(id)")
  }

  @Test func `prints the captured day's movement, night and SpO₂, with their lines in the file`() async throws {
    let report = try await json(day)
    #expect(report["date"] as? String == "2025-12-15")
    let movement = try part(report, "movement")
    #expect(movement["steps"] as? Int == 1134)
    #expect(movement["meters"] as? Int == 849)
    #expect(movement["kilocalories"] as? Double == 40.993)
    #expect(movement["basis"] as? String == "deviceTotal")
    let night = try #require((report["nights"] as? [[String: Any]])?.first)
    #expect(night["start"] as? String == "2025-12-15T01:28:00")
    #expect(night["end"] as? String == "2025-12-15T06:45:00")
    #expect(night["minutesOfStage"] as? [String: Int] == ["light": 169, "deep": 111, "rem": 25, "awake": 12])
    let oxygen = try series(report, "oxygen-saturation")
    #expect((oxygen["hours"] as? [Any])?.count == 9)
    #expect(oxygen["minimum"] as? Int == 96)

    let file = try String(contentsOf: Program.root.appending(path: day), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let lines = try #require(night["from"] as? [Int])
    #expect(lines.map { file[$0 - 1].hasPrefix("v2:bc2721") } == [true])
  }

  @Test func `prints the captured evening's heart rate, stress and HRV`() async throws {
    let report = try await json(evening)
    #expect(report["date"] as? String == "2025-12-11")
    let heartRate = try series(report, "heart-rate")
    #expect(heartRate["minimum"] as? Int == 75)
    #expect(heartRate["maximum"] as? Int == 114)
    let samples = try #require(heartRate["samples"] as? [[String: Any]])
    #expect(samples.count == 13)
    #expect(samples.first?["source"] as? String == "manual")
    #expect((heartRate["from"] as? [Int])?.count == 25)
    #expect((try series(report, "stress")["samples"] as? [Any])?.count == 2)
    #expect((try series(report, "heart-rate-variability")["samples"] as? [Any])?.count == 11)
    #expect(report["movement"] == nil)
  }

  @Test func `selects a day by --date and lists the other days`() async throws {
    let report = try await json("--date", "2025-12-14", day)
    #expect((try series(report, "oxygen-saturation")["hours"] as? [Any])?.count == 20)
    #expect(try await Program.run(["day", day]).output.contains("also has 2025-12-14"))
    let none = try await Program.run(["day", "--date", "2025-01-01", day])
    #expect(none.status == 65)
    #expect(none.problems.contains("It has 2025-12-14, 2025-12-15; try --date 2025-12-15."))
  }

  @Test(arguments: [24, 40, 80, 132])
  func `draws without colors in the given width if the output is not a terminal`(width: Int) async throws {
    let result = try await Program.run(["day", day], environment: ["COLUMNS": "\(width)"])
    #expect(result.status == 0)
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.contains("1,134 steps"))
    #expect(result.output.contains("REM"))
    #expect(result.lines.allSatisfy { $0.count <= max(width, 34) }, "\(result.lines.filter { $0.count > width })")
  }

  @Test func `requires a date for today if the frames only count back from it`() async throws {
    let sleep = "bc272100b01c01001e58009501021a031c0213031802180412022603250407050c022d03160211"
    let without = try await Program.run(["day", "-"], input: sleep)
    #expect(without.status == 65)
    #expect(without.problems.contains("--today 2025-12-15"))
    let report = try await json("--today", "2026-03-01", "-", input: sleep)
    #expect(report["date"] as? String == "2026-03-01")
  }

  @Test func `finds today from a total that contains its date`() async throws {
    // Totals of 2025-01-27, in a frame for three days ago.
    let totals = "07 00 03 25 01 27 00 00 2c 00 00 00 00 09 f8 84\n07 01 03 25 01 27 00 00 00 00 02 00 00 00 00 5a"
    let sleep = "bc272100b01c01001e58009501021a031c0213031802180412022603250407050c022d03160211"
    #expect(try await json("-", input: totals + "\n" + sleep)["date"] as? String == "2025-01-30")
  }

  @Test func `the same sync twice gives the same day`() async throws {
    let frames = try String(contentsOf: Program.root.appending(path: day), encoding: .utf8)
    let once = try await json("-", input: frames)
    let again = try await json("-", input: frames + frames)
    for (left, right) in [
      (try part(once, "movement"), try part(again, "movement")),
      (try series(once, "oxygen-saturation"), try series(again, "oxygen-saturation")),
    ] {
      var (left, right) = (left, right)
      left["from"] = nil
      right["from"] = nil
      #expect(left as NSDictionary == right as NSDictionary)
    }
    #expect((again["nights"] as? [Any])?.count == 1)
  }

  @Test func `reports a file with several syncs, and the day taken as today`() async throws {
    let both = try [evening, day].map { try String(contentsOf: Program.root.appending(path: $0), encoding: .utf8) }
    let result = try await Program.run(["day", "-"], input: both.joined())
    #expect(result.problems.contains("Standard input seems to contain several syncs."))
    #expect(result.output.replacing("\n", with: " ").contains("its date was 2025-12-15"))
    #expect(try await Program.run(["day", day]).problems.isEmpty)
  }

  @Test func `names a file that cannot be read`() async throws {
    let result = try await Program.run(["day", "/"])
    #expect(result.status == 74)
    #expect(result.problems == "halo: cannot read /: Is a directory\n")
  }

  @Test func `a night without stages is not drawn as one without sleep`() async throws {
    // Midnight to five, one period of the stage "none".
    let result = try await Program.run(
      ["day", "--today", "2026-01-01", "-"], input: "bc270900" + "73e8" + "01000600002c010078\n")
    #expect(!result.output.contains("0 min asleep"))
  }

  @Test func `summarizes a file that contains no data of a day`() async throws {
    let result = try await Program.run(["day", "-"], input: "0340\n61ffff0000000000000000000000005f\n")
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(result.problems.contains("2 frames read: 0 messages understood, 1 unknown, 1 damaged."))
  }

  @Test func `names a file that cannot be opened, with the reason`() async throws {
    let result = try await Program.run(["day", "no/such/file"])
    #expect(result.status == 66)
    #expect(
      result.problems
        == "halo: cannot open no/such/file: No such file or directory. Check that it exists and that you may read it.\n"
    )
  }

  @Test(arguments: ["2026-02-30", "2026-13-01", "yesterdy"])
  func `a day that does not exist is not treated as a file`(day: String) async throws {
    let result = try await Program.run(["day", day])
    #expect(result.status == 66)
    #expect(result.problems.hasPrefix("halo: '\(day)' is not a date, and there is no such file."))
  }

  @Test func `draws the readable part and exits with 64 if the rest is not hexadecimal`() async throws {
    let frames = try String(contentsOf: Program.root.appending(path: day), encoding: .utf8)
    let result = try await Program.run(["day", "-"], input: "hello\n" + frames)
    #expect(result.status == 64)
    #expect(result.output.contains("1,134 steps"))
    #expect(result.problems == "halo: line 1, column 1: 'h' is not a hexadecimal digit\n")
  }
}
