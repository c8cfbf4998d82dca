import Foundation
import HaloTesting
import Testing

@Suite("halo treadmill")
struct TreadmillCommandTests {
  private func treadmill(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) async throws -> Program.Result {
    try await Program.run(
      ["treadmill", "--radio", "simulated", "--simulation-speed", "30"] + arguments, input: input,
      environment: environment)
  }

  /// Returns the speeds of the printed records.
  private func speeds(_ result: Program.Result) throws -> [Double] {
    try result.lines.compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["speed"] as? Double
    }
  }

  @Test func `runs the belt for the requested time, then stops it`() async throws {
    let result = try await treadmill("--yes", "--speed", "5", "--incline", "1", "--minutes", "1", "--json")
    #expect(result.status == 0, "\(result.problems)")
    let speeds = try speeds(result)
    #expect(speeds.max() == 5)
    #expect(speeds.last == 0)
    #expect(speeds.count > 10)
  }

  @Test func `reads one command per line, and stops at the end of input`() async throws {
    let result = try await treadmill(
      "--yes", "--json",
      input: "start 3  # slowly\nwait 10\nspeed 4\nwait 10\nfly\nspeed 9\nincline 3\nwait 10\n")
    #expect(result.status == 64)
    #expect(result.problems.contains("'fly' is not a command"))
    let speeds = try speeds(result)
    #expect(speeds.max() == 4)
    #expect(speeds.last == 0)
    #expect(result.output.contains("beyond your limit of 8 km/h"))
    // Key help is not shown without a terminal.
    #expect(!result.output.contains("space stop"))
  }

  @Test func `does not move the belt without confirmation`() async throws {
    let refused = try await treadmill("--speed", "5")
    #expect(refused.status == 64)
    #expect(refused.problems.contains("--yes"))
    let line = try await treadmill("--json", input: "start 3\nwait 5\n")
    #expect(try speeds(line).allSatisfy { $0 == 0 })
    #expect(line.problems.contains("--yes"))
  }

  /// Runs a treadmill for a user with the settings `text`.
  private func treadmill(settings text: String, _ arguments: [String], input: String = "") async throws
    -> Program.Result
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url.appending(path: "halo"), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.url.appending(path: "halo/settings.yaml"))
    return try await Program.run(
      ["treadmill", "--radio", "simulated", "--simulation-speed", "30"] + arguments, input: input,
      environment: ["XDG_CONFIG_HOME": folder.url.path()])
  }

  @Test func `the speed limit comes only from the settings`() async throws {
    #expect(try await treadmill("--yes", "--speed", "8.5").problems.contains("beyond your limit of 8 km/h"))
    #expect(try await treadmill("--yes", "--speed", "5", "--limit", "4").status == 64)
    let raised = try await treadmill("--yes", "--speed", "5", "--limit", "12")
    #expect(raised.status == 64)
    #expect(raised.problems.contains("above your own limit of 8 km/h"))
    #expect(raised.problems.contains("settings.yaml"))
    for text in ["fast", "12", "0", "nan", "inf"] {
      let result = try await treadmill("--yes", "--speed", "5", environment: ["HALO_SPEED_LIMIT": text])
      #expect(result.status == 64, "\(text)")
      #expect(result.problems.contains("HALO_SPEED_LIMIT"), "\(text)")
    }
    #expect(try await treadmill("--yes", "--speed", "5", environment: ["HALO_SPEED_LIMIT": "4"]).status == 64)
    let result = try await treadmill(settings: "speedLimit: 10", ["--yes", "--json"], input: "start 9\nwait 10\n")
    #expect(result.status == 0, "\(result.problems)")
    #expect(try speeds(result).max() == 9)
    #expect(try await treadmill(settings: "speedLimit: 6", ["--yes", "--speed", "6.5"]).status == 64)
    let broken = try await treadmill(settings: "speedLimit: fast", ["--yes", "--speed", "5"])
    #expect(broken.status == 78)
    #expect(broken.problems.contains("speedLimit"))
  }

  @Test func `the incline limit comes from the settings`() async throws {
    let steep = try await treadmill("--incline", "11")
    #expect(steep.status == 64)
    #expect(steep.problems.contains("steeper than your limit of 10 %"))
    let result = try await treadmill(settings: "inclineLimit: 3", ["--json"], input: "incline 4\nincline 2\n")
    #expect(result.status == 64)
    #expect(result.output.contains("beyond your limit of 3 %"))
    #expect(result.output.contains("'inclineLimit' in "))
  }

  @Test(
    arguments: [
      ("start 3\nwait 1\n", 0, ""), ("speed -3\n", 64, "−3 km/h is below 0"),
      ("start 0.5\n", 64, "below the machine's range"),
      ("incline -1\n", 64, "below the machine's range"), ("incline -11\n", 64, "below your limit of −10 %"),
      ("start 9\n", 64, "beyond your limit of 8 km/h"), ("speed 4\n", 69, "start it first"), ("\n# nothing\n", 0, ""),
    ] as [(String, Int32, String)])
  func `the exit status and the message report the result of the commands`(input: String, status: Int32, words: String)
    async throws
  {
    let result = try await treadmill("--yes", "--json", input: input)
    #expect(result.status == status, "\(result.problems)")
    #expect(words.isEmpty || result.output.contains(words), "\(result.output)")
  }

  @Test func `halo info prints a machine's type and capabilities, and halo scan its type`() async throws {
    let place = ["--radio", "simulated", "--scene", "gym", "--speed", "0"]
    let treadmill = try await Program.run(["info", "--device", "Treadmill 7"] + place)
    #expect(treadmill.status == 0, "\(treadmill.problems)")
    #expect(treadmill.output.contains("accepts     speed 1 to 16 km/h by 0.1, inclination 0 to 12 % by 0.5"))
    let bike = try await Program.run(["info", "--device", "Bike 12", "--json"] + place)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bike.output.utf8)) as? [String: Any])
    #expect(object["machine"] as? String == "indoorBike" && object["controllable"] as? Bool == true)
    let targets = try #require(object["targets"] as? [[String: Any]])
    #expect(targets.map { $0["name"] as? String } == ["resistance", "power"])
    #expect(targets.last?["maximum"] as? Double == 600 && targets.last?["unit"] as? String == "W")
    // A ring or monitor takes precedence over a machine.
    #expect(try await Program.run(["info"] + place).output.contains("HRM-1"))
    let scan = try await Program.run(["scan"] + place)
    #expect(scan.lines.contains { $0.contains("Bike 12") && $0.hasSuffix("indoor bike") })
    let json = try await Program.run(["scan", "--json", "--name", "Treadmill"] + place)
    #expect(json.output.contains(#""available":true"#) && json.output.contains(#""machines":["treadmill"]"#))
  }

  @Test func `reports that there is no machine, or that a bike is not a treadmill`() async throws {
    let none = try await treadmill("--scene", "rings")
    #expect(none.status == 69)
    #expect(none.problems.contains("a fitness machine"))
    let bike = try await treadmill("--device", "Bike 12")
    #expect(bike.status == 69)
    #expect(bike.problems.contains("indoor bike"))
  }

  @Test(arguments: [("8", 1.0), ("5", 1), ("7", 3)])
  func `stops a belt in miles that is not known, and stores the unit that the user chooses`(
    speed: String, minutes: Double
  ) async throws {
    let folder = try TemporaryFolder()
    let place = ["HALO_JOURNAL": folder.path("journal.sqlite")]
    let machine = ["--radio", "simulated", "--scene", "miles"]
    let paired = try await Program.run(
      ["pair", "--speed", "0", "--device", "Treadmill 7"] + machine, environment: place)
    #expect(paired.status == 0, "\(paired.problems)")
    func run(_ options: [String]) async throws -> Program.Result {
      try await Program.run(
        ["treadmill", "--simulation-speed", "30", "--yes", "--speed", speed, "--minutes", "\(minutes)", "--json"]
          + machine
          + options, environment: place)
    }
    let stopped = try await run([])
    #expect(stopped.status == 69)
    #expect(stopped.problems.contains("Halo stopped the belt.") && stopped.problems.contains("--unit mph-commands"))
    // Two reports above the limit, and a few more at 30 times real speed; without the stop, 11.3 to 12.9 km/h or as commanded.
    #expect(try (speeds(stopped).max() ?? 0) < 11.2)
    for options in [["--unit", "mph-commands"], []] {
      let right = try await run(options)
      #expect(right.status == 0, "\(right.problems)")
      #expect(try abs((speeds(right).max() ?? 0) - (Double(speed) ?? 0)) < 0.17)
    }
  }

  @Test func `stores the machine's measurements in the journal`() async throws {
    let folder = try TemporaryFolder()
    let place = ["HALO_JOURNAL": folder.path("journal.sqlite")]
    let paired = try await Program.run(
      ["pair", "--radio", "simulated", "--speed", "0"], environment: place)
    #expect(paired.status == 0, "\(paired.problems)")
    let run = try await treadmill("--yes", "--speed", "4", "--minutes", "2", environment: place)
    #expect(run.status == 0, "\(run.problems)")
    let devices = try await Program.run(["devices"], environment: place)
    #expect(devices.output.contains("Treadmill 7"))
    let export = try await Program.run(["export"], environment: place)
    #expect(export.output.contains("speed"))
  }
}
