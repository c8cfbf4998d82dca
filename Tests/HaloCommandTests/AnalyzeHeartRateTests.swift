import Foundation
@testable import HaloSignals
import Testing

@testable import HaloCommand

@Suite("halo analyze heart-rate")
struct AnalyzeHeartRateTests {
  /// Returns a pulse of 72 bpm at 30 Hz as a table with one column, with `gap` left empty.
  private static func table(seconds: Int, gap: Range<Int> = 0..<0) -> String {
    "R\n"
      + (0..<30 * seconds).map { row in
        gap.contains(row / 30) ? "\n" : "\(200 + sin(2 * .pi * 1.2 * Double(row) / 30))\n"
      }.joined()
  }

  private static func lines(_ table: String, _ options: String...) async throws -> [String] {
    let result = try await Program.run(
      ["analyze", "heart-rate", "-", "--ppg", "R", "--rate", "30", "--json"] + options, input: table)
    #expect(result.status == 0, "\(result.problems)")
    return result.lines
  }

  @Test func `prints each window as a line of JSON, with keys in the documented order`() {
    var window = HeartRateWindow(start: 0, end: 8, bpm: 71.23, confidence: 0.934, clarity: 0.8, refusal: nil)
    #expect(HeartRateCommand.line(window) == "{\"start\":0,\"end\":8,\"bpm\":71.2,\"confidence\":0.93}\n")
    (window.start, window.end, window.bpm, window.refusal) = (2.5, 10.5, nil, .clipped)
    #expect(
      HeartRateCommand.line(window)
        == "{\"start\":2.5,\"end\":10.5,\"reason\":\"the light is clipped at its highest or lowest value\"}\n")
  }

  @Test(arguments: HeartRateRefusal.allCases)
  func `the reason for a window without a value needs no CSV quoting`(refusal: HeartRateRefusal) throws {
    let window = HeartRateWindow(start: 0, end: 8, bpm: nil, confidence: 0, clarity: 0, refusal: refusal)
    let line = try JSONDecoder().decode([String: JSONText].self, from: Data(HeartRateCommand.line(window).utf8))
    #expect(line.keys.sorted() == ["end", "reason", "start"] && line["reason"]?.text == refusal.explanation)
  }

  /// A number or a text in JSON.
  private struct JSONText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else {
        text = "\(try container.decode(Double.self))"
      }
    }
  }

  @Test func `prints a pulse every two seconds`() async throws {
    let lines = try await Self.lines(Self.table(seconds: 20))
    #expect(lines.count == 7)
    for (index, line) in lines.enumerated() {
      #expect(line.hasPrefix("{\"start\":\(2 * index),\"end\":\(2 * index + 8),\"bpm\":7"))
      #expect(line.wholeMatch(of: /\{"start":\d+,"end":\d+,"bpm":7[12](\.\d)?,"confidence":(1|0\.\d\d?)\}/) != nil)
    }
  }

  @Test(arguments: ["--rate", "--time"])
  func `with two light channels, each window uses the one that shows a pulse`(option: String) async throws {
    let rows = (0..<40 * 30).map { row in
      let (pulse, noise) = (sin(2 * .pi * 1.2 * Double(row) / 30), sin(Double(row * row)))
      return "\(row * 1000 / 30),\(200 + (row < 600 ? pulse : noise)),\(200 + (row < 600 ? noise : pulse))\n"
    }
    let result = try await Program.run(
      ["analyze", "heart-rate", "-", "--ppg", "R, G", option, option == "--rate" ? "30" : "t", "--json"],
      input: "t,R,G\n" + rows.joined())
    #expect(result.status == 0 && result.lines.count >= 16, "\(result.problems)")
    #expect(result.lines.count { $0.contains("\"bpm\":7") } >= 9, "\(result.output)")
    #expect(result.lines.last?.contains("\"bpm\":7") == true && result.lines.first?.contains("\"bpm\":7") == true)
  }

  @Test func `missing samples give a reason and no bpm`() async throws {
    let lines = try await Self.lines(Self.table(seconds: 40, gap: 10..<30))
    #expect(lines.count == 17)
    #expect(lines[6] == "{\"start\":12,\"end\":20,\"reason\":\"more than a quarter of the samples is missing\"}")
    #expect(lines.allSatisfy { $0.contains("\"bpm\":") != $0.contains("\"reason\":") })
    #expect(lines.first?.contains("\"bpm\":7") == true && lines.last?.contains("\"bpm\":72") == true)
  }

  /// Returns two minutes of a pulse with times in ms; every `back`-th row has the time of the first row.
  private static func timed(back: Int) -> String {
    "t,R\n"
      + (0..<120 * 30).map { row in
        let time = row % back == back - 1 ? 0 : row * 1000 / 30
        let phase = (1.2 * Double(row) / 30).truncatingRemainder(dividingBy: 1)
        return "\(time),\(200 + 20 * exp(-pow((phase - 0.2) / 0.08, 2)) + sin(Double(row * row)))\n"
      }.joined()
  }

  @Test(arguments: [["heart-rate"], ["beats"], ["hrv"]])
  func `if more than one in twenty rows is left out, text, lines and the object contain only the reason`(
    command: [String]
  ) async throws {
    for (back, isRefused) in [(10, true), (100, false)] {
      let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path()
      try Data(Self.timed(back: back).utf8).write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let arguments = ["analyze"] + command + [path, "--ppg", "R", "--time", "t"]
      let json = try await Program.run(arguments + ["--json"])
      let text = try await Program.run(arguments)
      #expect(json.status == 0 && text.status == 0)
      #expect(text.output.contains("no value: time does not increase") == isRefused)
      #expect(json.output.contains("\"reason\":\"time does not increase") == isRefused)
      if isRefused { #expect(json.lines.count == 1 && !text.output.contains("bpm 0")) }
      #expect(json.problems.contains("left out.\n") && json.problems.contains("time does not increase in"))
    }
  }

  @Test func `a stream already printed is followed by the reason as its last line`() async throws {
    let result = try await Program.run(
      ["analyze", "beats", "-", "--ppg", "R", "--time", "t", "--json"], input: Self.timed(back: 10))
    #expect(result.status == 0 && result.lines.last?.hasPrefix("{\"reason\":\"time does not increase") == true)
  }

  @Test func `constant intervals are rejected as not measured, without a plot`() async throws {
    let table = "rr\n" + String(repeating: "800\n", count: 300)
    let json = try await Program.run(["analyze", "hrv", "-", "--intervals", "rr", "--json"], input: table)
    #expect(json.output.contains("\"reason\":\"the intervals never change") && !json.output.contains("rmssd"))
    let text = try await Program.run(["analyze", "hrv", "-", "--intervals", "rr"], input: table)
    #expect(text.output.contains("no value: the intervals never change") && !text.output.contains("bpm 0"))
  }

  @Test func `repeated intervals are left out with a note, in words and as JSON`() async throws {
    let values = (0..<200).map { 870 + 37 * ($0 % 5) - 13 * ($0 % 7) + $0 % 11 }
    let table = "rr\n" + values.map { "\($0)\n\($0)\n" }.joined()
    let json = try await Program.run(["analyze", "hrv", "-", "--intervals", "rr", "--json"], input: table)
    #expect(
      json.output.contains("\"notice\":\"200 repeated intervals were left out") && json.output.contains("\"used\":200"))
    let text = try await Program.run(["analyze", "hrv", "-", "--intervals", "rr"], input: table)
    #expect(text.output.contains("note: 200 repeated intervals were left out"))
  }

  @Test(arguments: ["--time", "--rate"])
  func `--time and --rate are refused with --intervals, which contain their own time`(option: String) async throws {
    let value = option == "--time" ? "t" : "4"
    let result = try await Program.run(
      ["analyze", "hrv", "-", "--intervals", "rr", option, value], input: "t,rr\n0,800\n")
    #expect(result.status == 64)
    #expect(
      result.problems.contains("With --intervals, each row is the length of an interval. Leave out --time and --rate."))
  }

  @Test func `a recording of less than eight seconds gives one line with the reason`() async throws {
    let lines = try await Self.lines(Self.table(seconds: 5))
    #expect(lines.count == 1 && lines[0].hasPrefix("{\"reason\":\""))
  }
}
