import Foundation
import HaloTesting
import Testing

@Suite("halo profile")
struct ProfileCommandTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]
  private let radio = ["--radio", "simulated", "--now", "2026-11-20T10:16"]

  init() throws {
    folder = try TemporaryFolder()
    environment = ["HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated", "TZ": "Asia/Shanghai"]
  }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(arguments, environment: environment)
  }

  private func object(_ line: String?) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? NSDictionary)
  }

  @Test func `is changed before a device is paired, shown, and cleared field by field`() async throws {
    #expect(try await run(["profile"]).status == 65)
    let changed = try await run([
      "profile", "--step-goal", "9000", "--sleep-goal", "7h30m", "--units", "imperial", "--clock", "12", "--language",
      "de", "--first-weekday", "Sunday", "--birth-year", "1980", "--max-heart-rate", "185", "--json",
    ])
    let all: NSDictionary = [
      "type": "profile", "wearer": "me", "stepGoal": 9000, "sleepGoalMinutes": 450, "units": "imperial", "clock": "12",
      "language": "de", "firstWeekday": "sunday", "birthYear": 1980, "maxHeartRate": 185,
    ]
    #expect(changed.status == 0 && changed.problems.isEmpty, "\(changed.problems)")
    #expect(try object(changed.lines.first) == all)
    let cleared = try await run([
      "profile", "--step-goal", "none", "--birth-year", "none", "--language", "none", "--sleep-goal", "7:15",
    ])
    #expect(cleared.status == 0)
    #expect(cleared.output.contains("step goal           none\n"))
    #expect(cleared.output.contains("sleep goal          7 h 15 min per night\n"))
    #expect(cleared.output.contains("year of birth       not known\n"))
    let left: NSDictionary = [
      "type": "profile", "wearer": "me", "sleepGoalMinutes": 435, "units": "imperial", "clock": "12",
      "firstWeekday": "sunday", "maxHeartRate": 185,
    ]
    #expect(try await object(run(["profile", "--json"]).lines.first) == left)
  }

  @Test(arguments: [
    (["--step-goal", "499"], "--step-goal must be a number of steps from 500 to 50000, or none."),
    (["--sleep-goal", "13h"], "--sleep-goal must be a number of minutes from 240 to 720, or none."),
    (["--sleep-goal", "long"], "--sleep-goal must be a number of minutes from 240 to 720, or none."),
    (["--units", "none"], "--units must be one of metric, imperial."),
    (["--clock", "13"], "--clock must be one of 24, 12."),
    (["--language", "deutsch"], "--language must be a language tag such as en, de or pt-BR, or none."),
    (["--first-weekday", "someday"], "--first-weekday must be one of sunday, monday"),
    (["--birth-year", "1899"], "--birth-year must be a year from 1900 to "),
    (["--max-heart-rate", "99"], "--max-heart-rate must be a number of beats a minute from 100 to 240, or none."),
  ])
  func `an invalid value names the option and its range, and changes nothing`(arguments: [String], problem: String)
    async throws
  {
    let result = try await run(["profile"] + arguments)
    #expect(result.status == 64)
    #expect(result.problems.contains(problem), "\(result.problems)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("journal.sqlite")))
  }

  @Test func `is separate for each wearer, and sets the zones of insights and workouts`() async throws {
    #expect(try await run(["pair", "--name", "left hand", "--wearer", "Ada"] + radio).status == 0)
    #expect(try await run(["sync"] + radio).status == 0)
    #expect(try await !run(["insights", "--json"]).output.contains("\"zones\""))
    let changed = try await run(["profile", "--birth-year", "1986", "--step-goal", "9000", "--sleep-goal", "450"])
    #expect(changed.output.contains("wearer              Ada\n"))
    #expect(
      changed.problems.contains(
        "with 'halo settings goals --steps 9000 --sleep 450 --device \"left hand\" --radio simulated'."))
    let zones = try await run(["insights", "--json"]).lines.last ?? ""
    #expect(zones.contains("\"isEstimate\":true") && zones.contains("\"maximum\":180"), "\(zones)")
    let given = try await run(["insights", "--json", "--max-heart-rate", "190"]).lines.last ?? ""
    #expect(given.contains("\"isEstimate\":false"))
    #expect(try await run(["profile", "--wearer", "Bob"]).status == 64)
    #expect(try await run(["profile", "--clock", "12"]).problems.isEmpty)
  }
}
