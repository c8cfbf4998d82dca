import ArgumentParser
import Foundation
import HaloReports
import HaloSignals
import Testing

@testable import HaloCommand
@testable import HaloTerminal

/// Writes `text` to a temporary file for `halo analyze`.
private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

@Suite("halo analyze steps")
struct AnalyzeStepsTests {
  private typealias Answer = (steps: Int?, seconds: Double, reason: String?)

  /// Returns the command's answer for a file with columns x, y, z (and t).
  private static func answer(_ text: String, _ options: [String] = ["--rate", "25"]) throws -> Answer {
    try withFile(text) { path in
      let command = try AnalyzeStepsCommand.parse([path] + options)
      let report = try command.report()
      return (report.count?.steps, report.seconds, report.reason?.english)
    }
  }

  /// Returns a minute of walking with two steps a second, at 25 Hz, in g times `factor`.
  private static func walk(factor: Double = 1, _ change: (Int, String) -> String = { $1 }) -> String {
    (0..<1500).map { sample in
      let turn = 4 * Double.pi * Double(sample) / 25
      let axes = [0.1 * sin(turn / 2), 0.1 * cos(turn), 1 + 0.3 * sin(turn)]
      return change(sample, axes.map { "\($0 * factor)" }.joined(separator: ",")) + "\n"
    }.joined()
  }

  @Test(arguments: [(1, "g"), (1000, "mg"), (9.80665, "m/s2")] as [(Double, String)])
  func `counts the steps of a walk in any unit, by rate and by time`(factor: Double, unit: String) throws {
    let byRate = try Self.answer("x,y,z\n" + Self.walk(factor: factor), ["--rate", "25", "--unit", unit])
    let rows = Self.walk(factor: factor) { "\($0 * 40),\($1)" }
    let byTime = try Self.answer("t,x,y,z\n" + rows, ["--time", "t", "--unit", unit])
    for answer in [byRate, byTime] {
      let steps = try #require(answer.steps)
      #expect(abs(steps - 120) <= 3 && abs(answer.seconds - 60) < 0.001 && answer.reason == nil)
    }
  }

  @Test func `each bout and the whole recording have a confidence`() throws {
    try withFile("x,y,z\n" + Self.walk()) { path in
      let report = try AnalyzeStepsCommand.parse([path, "--rate", "25"]).report()
      let count = try #require(report.count)
      let bout = try #require(count.bouts.first)
      #expect(try bout.steps == count.steps && abs(bout.confidence - #require(count.confidence)) < 0.001)
      let line = try StandardOutput.line(json: report.fields)
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(Set(object.keys) == ["steps", "confidence", "seconds", "bouts"] && object["seconds"] as? Double == 60)
      let bouts = try #require(object["bouts"] as? [[String: Any]])
      #expect(bouts.map { Set($0.keys) } == [["start", "end", "steps", "confidence"]])
      #expect(bout.start < 2 && bout.end > 58 && bout.confidence > 0.5)
      #expect(
        report.text(name: path, on: Terminal(width: 80, usesColor: false)).contains(
          "confidence \(Int((bout.confidence * 100).rounded())) %"))
    }
  }

  @Test func `a gap loses only its own steps, and rows with an earlier time are skipped`() throws {
    let gap = try Self.answer("x,y,z\n" + Self.walk { (750..<760).contains($0) ? ",nan," : $1 })
    let back = try Self.answer(
      "t,x,y,z\n" + Self.walk { "\($0 == 700 ? 3 : $0 * 40),\($1)" }, ["--time", "t"])
    #expect(try abs(#require(gap.steps) - 119) <= 4 && gap.seconds == 60)
    #expect(try abs(#require(back.steps) - 120) <= 3)
  }

  @Test func `short dropouts lose no steps, by rate and by time`() throws {
    let byRate = try Self.answer("x,y,z\n" + Self.walk { $0 % 40 == 39 ? ",," : $1 })
    let byTime = try Self.answer(
      "t,x,y,z\n" + Self.walk { $0 % 40 > 36 ? "\($0 * 40),NaN,NaN,NaN" : "\($0 * 40),\($1)" }, ["--time", "t"])
    for answer in [byRate, byTime] { #expect(try abs(#require(answer.steps) - 120) <= 4) }
    #expect(byRate.seconds == 60)
  }

  @Test func `a gap of forty days between two walks is handled without extra time or memory`() throws {
    let days = 40 * 86_400_000
    let walk = Self.walk { "\($0 * 40),\($1)" }
    let later = Self.walk { "\($0 * 40 + days),\($1)" }
    let answer = try Self.answer("t,x,y,z\n" + walk + later, ["--time", "t"])
    #expect(try abs(#require(answer.steps) - 240) <= 6)
    #expect(abs(answer.seconds - Double(40 * 86_400 + 60)) < 0.1)
  }

  @Test func `gives no step count if more than one in twenty rows is left out`() throws {
    func rows(_ share: Int) -> String { "t,x,y,z\n" + Self.walk { "\($0 % share == share - 1 ? 5 : $0 * 40),\($1)" } }
    #expect(try Self.answer(rows(30), ["--time", "t"]).steps != nil)
    let answer = try Self.answer(rows(10), ["--time", "t"])
    #expect(answer.steps == nil && answer.reason?.contains("time does not increase in 150 rows") == true)
  }

  @Test(arguments: [
    ("", "no samples"), ("0,0,1\n", "too few"), (String(repeating: "0,0,1\n", count: 500), "never changes"),
    (String(repeating: "0,0,0\n", count: 500), "never changes"),
    (String(repeating: "nan,nan,nan\n", count: 500), "too few"),
    (String(repeating: "1e308,0,0\n-1e308,0,1\n", count: 500), "too few"),
    (String(repeating: "0,0,1000\n30,0,990\n", count: 500), "is not plausible; check its unit"),
  ])
  func `gives the reason if there is no step count`(rows: String, reason: String) throws {
    let answer = try Self.answer("x,y,z\n" + rows)
    #expect(answer.steps == nil)
    #expect(try #require(answer.reason).contains(reason))
  }

  @Test func `gives no step count below 12.5 samples per second`() throws {
    let answer = try Self.answer("x,y,z\n" + Self.walk(), ["--rate", "4"])
    #expect(answer.steps == nil && answer.reason?.contains("at least 12.5") == true)
  }

  @Test func `an empty file, a missing column, a word or incompatible options end the command`() throws {
    let file = "x,y,z\n" + Self.walk()
    #expect { try Self.answer("") } throws: { HaloProgram.exitStatus(of: $0) == EX.dataError }
    #expect { try Self.answer(file, ["--rate", "25", "--acceleration", "x,y,w"]) } throws: {
      HaloProgram.exitStatus(of: $0) == EX.usage
    }
    #expect { try Self.answer(file, []) } throws: { HaloProgram.exitStatus(of: $0) == EX.usage }
    #expect { try Self.answer("x,y,z\n1,2,oops\n") } throws: { HaloProgram.exitStatus(of: $0) == EX.dataError }
    #expect(throws: (any Error).self) { try Self.answer(file, ["--rate", "25", "--acceleration", "x,y"]) }
    #expect(throws: (any Error).self) { try Self.answer(file, ["--rate", "25", "--unit", "kg"]) }
  }
}

@Suite("halo analyze sleep")
struct AnalyzeSleepTests {
  private struct Line: Decodable, Equatable {
    var subject: String?
    var epoch: Int?
    var stage: String?
    var confidence: Double?
    var reason: String?
  }

  private static let options = ["--movement", "count", "--heart-rate-sd", "hr_sd", "--group", "subject"]

  private static func lines(
    _ rows: [String], _ options: [String] = options, header: String = "subject,epoch,count,hr_sd"
  )
    throws -> [Line]
  {
    try withFile(([header] + rows).joined(separator: "\n") + "\n") { path in
      try AnalyzeSleepCommand.parse([path] + options).nights().flatMap { night in
        try night.json(group: "subject").split(separator: "\n").map {
          try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
      }
    }
  }

  /// Returns two hours of a synthetic night in epochs of 30 s: awake at first, then still with occasional turns.
  private static func night(_ subject: String, epochs: Int = 240, turns: Int = 37) -> [String] {
    (0..<epochs).map { epoch in
      let count = epoch < 30 ? 40 + epoch % 7 * 30 : epoch % turns == 0 ? 25 : epoch % 3
      return "\(subject),\(epoch),\(count),\(0.2 + Double(epoch * 7919 % 101) / 300 + (epoch < 30 ? 0.5 : 0))"
    }
  }

  @Test func `prints each epoch as a line: group, number, stage and probability`() throws {
    let lines = try Self.lines(Self.night("46343"))
    #expect(lines.map(\.epoch) == Array(0..<240) && lines.allSatisfy { $0.subject == "46343" && $0.reason == nil })
    #expect(lines.allSatisfy { ["wake", "light", "deep", "rem"].contains($0.stage) })
    #expect(lines.allSatisfy { 0...1 ~= $0.confidence ?? -1 })
    #expect(lines[5].stage == "wake" && lines[120].stage != "wake")
  }

  @Test func `unsorted rows and interleaved people give the same result as separate nights`() throws {
    let (one, other) = (Self.night("a"), Self.night("b", turns: 23))
    let apart = try Self.lines(one) + Self.lines(other)
    let inTurn = zip(one, other).flatMap { [$0, $1] }
    #expect(try Self.lines(inTurn) == apart)
    let mixed = (0..<480).map { inTurn[$0 * 77 % 480] }
    let told = try Self.lines(mixed)
    #expect(told.filter { $0.subject == "a" } + told.filter { $0.subject == "b" } == apart)
  }

  @Test func `omitted epochs count as missing, and repeated epochs count once`() throws {
    let night = Self.night("a")
    let kept = night.indices.filter { !(100..<130).contains($0) }
    let gap = try Self.lines(kept.map { night[$0] })
    #expect(gap.map(\.epoch) == kept)
    let asMissing = try Self.lines(night.indices.map { (100..<130).contains($0) ? "a,\($0),," : night[$0] })
    #expect(asMissing.filter { $0.reason == nil } == gap)
    #expect(asMissing.count { $0.reason == "movement is missing" } == 30)
    #expect(try Self.lines(night + [night[7], night[9]]) == Self.lines(night))
    let often = try Self.lines(night + night[20..<36])
    #expect(often.count == 1 && often[0].reason == "16 rows of 256 have a duplicate epoch")
  }

  @Test func `a step of two in the numbers doubles the epoch, and a repeating column is not taken for epochs`() throws {
    let night = Self.night("a")
    let half = night.indices.filter { $0 % 2 == 0 }
    let lines = try Self.lines(half.map { night[$0] }, Self.options + ["--epoch", "60"])
    #expect(lines.map(\.epoch) == half && lines.allSatisfy { $0.stage != nil })
    let both = try Self.lines(night + Self.night("b"), ["--movement", "count"])
    #expect(both.map(\.epoch) == Array(0..<480))
  }

  @Test(arguments: ["time", "text", "none"])
  func `a column 'epoch' without usable numbers keeps the order of the rows`(kind: String) throws {
    let night = Self.night("a")
    let rows = night.enumerated().map { index, row in
      let cells = row.split(separator: ",")
      let cell = kind == "time" ? "\(1_763_800_000 + index * 30)" : kind == "text" ? "e\(index)" : ""
      return "\(cells[0]),\(cell),\(cells[2]),\(cells[3])"
    }
    #expect(try Self.lines(rows) == Self.lines(night))
  }

  @Test func `without heart rate only sleep and wake are distinguished`() throws {
    let empty = try Self.lines(Self.night("a").map { $0.prefix { $0 != "." }.dropLast(2) + "," })
    let without = try Self.lines(Self.night("a"), ["--movement", "count", "--group", "subject"])
    for lines in [empty, without] {
      #expect(lines.count == 240 && lines.allSatisfy { ["wake", "sleep"].contains($0.stage) })
    }
  }

  @Test func `epochs of 60 s are staged as well`() throws {
    let lines = try Self.lines(Self.night("a", epochs: 120), Self.options + ["--epoch", "60"])
    #expect(lines.count == 120 && lines.allSatisfy { $0.stage != nil } && lines[5].stage == "wake")
  }

  @Test(arguments: ["cole-kripke", "sadeh", "oakley", "scripps"])
  func `published methods classify wake and sleep`(method: String) throws {
    let lines = try Self.lines(Self.night("a"), ["--movement", "count", "--method", method])
    #expect(lines.count == 240 && lines.allSatisfy { ["wake", "sleep"].contains($0.stage) && $0.confidence == nil })
    let odd = try Self.lines(Self.night("a"), ["--movement", "count", "--method", method, "--epoch", "45"])
    #expect(odd.count == 1 && odd[0].reason?.contains("not defined for epochs of 45") == true)
  }

  @Test(arguments: [
    (["a,0,3,0.2"], "no movement"), (["a,0,3,0.2", "a,1,5,0.2"], "too few"),
    ((0..<200).map { "a,\($0),0,0.3" }, "no movement"), ((0..<200).map { "a,\($0),nan,nan" }, "no movement"),
  ])
  func `a night that cannot be staged gives one line with the reason`(rows: [String], reason: String) throws {
    let lines = try Self.lines(rows)
    #expect(lines.count == 1 && lines[0].subject == "a" && lines[0].stage == nil)
    #expect(try #require(lines.first?.reason).contains(reason))
  }

  @Test func `no rows give no nights; an empty file, a missing column or incompatible options end the command`() throws
  {
    #expect(try Self.lines([]).isEmpty)
    #expect { try Self.lines(Self.night("a"), ["--movement", "steps"]) } throws: {
      HaloProgram.exitStatus(of: $0) == EX.usage
    }
    #expect { try Self.lines(["a,0,many,0.2"]) } throws: { HaloProgram.exitStatus(of: $0) == EX.dataError }
    #expect(throws: (any Error).self) { try Self.lines([], ["--movement", "count", "--time", "epoch"]) }
    #expect(throws: (any Error).self) { try Self.lines([], ["--movement", "count", "--epoch", "0"]) }
    #expect(throws: (any Error).self) { try AnalyzeSleepCommand.parse(["--device", "ring", "--movement", "x"]) }
    #expect(throws: (any Error).self) { try Self.lines([], ["--movement", "count", "--rate", "2"]) }
  }
}
