import HaloHealth
import HaloReports
import Testing

@testable import HaloCommand

/// Runs every command that draws days or facts at the widths of real terminals.
@Suite struct WidthTests {
  private static let ben = ["--wearer", "Ben"]
  private static let day = "\(FrontEndsJournal.longDay.adding(days: 2))"

  /// Commands that show the journal's data, in each state of a day.
  private static var shown: [[String]] {
    let dates = [0, 3, 8].map { "\(FrontEndsJournal.longDay.adding(days: $0))" }
    let ofDays = ["week", "month", "year", "steps", "heart", "sleep", "insights"].flatMap { command in
      dates.flatMap { date in ["Ada", "Ben"].map { [command, "--until", date, "--wearer", $0] } }
    }
    let explained =
      ["sleep", "rhr", "hrv", "time-asleep", "steps"].map { ["explain", $0, day] }
      + [["explain", "hr", "\(day)T08:15"], ["explain", "hr", "\(day)T08:15", "--frames"]]
    return ofDays + explained.map { $0 + ben }
      + [["today"] + ben, ["day", day] + ben, ["status"], ["devices"], ["priority"] + ben, ["battery"]]
  }

  private static func environment(_ columns: Int, _ language: String) -> [String: String] {
    ["COLUMNS": "\(columns)", "LANG": language, "TZ": "Europe/Berlin"]
  }

  @Test(arguments: [60, 80, 120], ["en_US.UTF-8", "de_DE.UTF-8"])
  func `no line is wider than the terminal`(columns: Int, language: String) async throws {
    let home = try await FrontEndsJournal.shared.value
    var commands = Self.shown.map { $0 + ["--journal", home.path] }
    commands += [
      ["info", "--radio", "simulated"], ["info", "--radio", "simulated", "--scene", "gym"],
      ["identify", "COLMI R12_0001", "--radio", "simulated"], ["doctor"],
    ]
    var drawn = 0
    for command in commands {
      let result = try await Program.run(command, environment: Self.environment(columns, language))
      drawn += result.output.isEmpty ? 0 : 1
      for line in result.lines where !line.contains("/") {
        #expect(line.count <= columns, "\(command.joined(separator: " ")): \(line.count)")
      }
    }
    #expect(drawn > commands.count * 3 / 4, "most commands have data")
  }

  @Test(arguments: ["week", "month"], ["en_US.UTF-8", "de_DE.UTF-8"])
  func `a table keeps all columns at 80, and names those that are hidden at 60`(
    command: String, language: String
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    func run(_ columns: Int) async throws -> Program.Result {
      try await Program.run(
        [command, "--wearer", "Ben", "--until", Self.day, "--journal", home.path],
        environment: Self.environment(columns, language))
    }
    let (wide, narrow) = (try await run(80), try await run(60))
    let steps = wide.output.contains(language.hasPrefix("de") ? "10.000" : "10,000")
    #expect(steps && wide.output.contains("HRV") && wide.output.contains("bpm"))
    let heading = try #require(wide.lines.dropFirst().first)
    let hidden = try #require(narrow.lines.last)
    for title in heading.split(whereSeparator: { $0 == " " }) {
      #expect(narrow.lines[1].contains(title) || hidden.contains(title), "\(title)")
    }
    #expect(heading.split(separator: " ").count == 5)
  }

  @Test func `status shows a person's night once`() async throws {
    let home = try await FrontEndsJournal.shared.value
    let result = try await Program.run(
      ["status", "--journal", home.path], environment: Self.environment(80, "C.UTF-8"))
    for wearer in ["Ada", "Ben"] { #expect(result.lines.count { $0 == wearer } <= 1) }
    #expect(result.lines.count { $0.hasPrefix("  night") } == result.lines.count { ["Ada", "Ben"].contains($0) })
    #expect(result.lines.contains("Ada"))
  }

  @Test func `a sleep is dated by its own days`() async throws {
    let home = try await FrontEndsJournal.shared.value
    let result = try await Program.run(["explain", "sleep", Self.day, "--wearer", "Ben", "--journal", home.path])
    let when = try #require(result.lines.first { $0.contains("When") })
    let before = FrontEndsJournal.longDay.adding(days: 1)
    #expect(when.contains(Phrase("\(before, .full)").english))
  }
}
