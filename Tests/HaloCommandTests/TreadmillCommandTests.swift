import Foundation
import Testing

@Suite("halo treadmill")
struct TreadmillCommandTests {
  private func treadmill(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      ["treadmill", "--radio", "simulated", "--simulation-speed", "30"] + arguments, input: input,
      environment: environment)
  }

  /// The speeds of the records that were printed.
  private func speeds(_ result: Program.Result) throws -> [Double] {
    try result.lines.compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["speed"] as? Double
    }
  }

  @Test("runs the belt for the time that was asked for, and stops it")
  func minutes() throws {
    let result = try treadmill("--yes", "--speed", "5", "--incline", "1", "--minutes", "1", "--json")
    #expect(result.status == 0, "\(result.problems)")
    let speeds = try speeds(result)
    #expect(speeds.max() == 5)
    #expect(speeds.last == 0)
    #expect(speeds.count > 10)
  }

  @Test("reads orders, one a line, and stops at their end")
  func orders() throws {
    let result = try treadmill(
      "--yes", "--json",
      input: "start 3  # slowly\nwait 10\nspeed 4\nwait 10\nfly\nspeed 9\nincline 3\nwait 10\n")
    #expect(result.status == 0)
    #expect(result.problems.contains("'fly' is no order"))
    let speeds = try speeds(result)
    #expect(speeds.max() == 4)
    #expect(speeds.last == 0)
    #expect(result.output.contains("beyond your limit of 8 km/h"))
  }

  @Test("does not move the belt without being sure")
  func confirmation() throws {
    let refused = try treadmill("--speed", "5")
    #expect(refused.status == 64)
    #expect(refused.problems.contains("--yes"))
    let line = try treadmill("--json", input: "start 3\nwait 5\n")
    #expect(try speeds(line).allSatisfy { $0 == 0 })
    #expect(line.problems.contains("--yes"))
  }

  @Test("has a limit that options may lower and the environment sets")
  func limit() throws {
    #expect(try treadmill("--yes", "--speed", "8.5").status == 64)
    #expect(try treadmill("--yes", "--speed", "5", "--limit", "4").status == 64)
    #expect(try treadmill("--yes", "--speed", "9", "--limit", "12").status == 64)
    #expect(try treadmill(environment: ["HALO_SPEED_LIMIT": "fast"]).status == 64)
    let result = try treadmill(
      "--yes", "--json", input: "start 9\nwait 20\n", environment: ["HALO_SPEED_LIMIT": "10"])
    #expect(try speeds(result).max() == 9)
  }

  @Test("finds nothing where there is no machine, and no treadmill in a bike")
  func others() throws {
    let none = try treadmill("--scene", "rings")
    #expect(none.status == 69)
    #expect(none.problems.contains("a fitness machine"))
    let bike = try treadmill("--device", "Bike 12")
    #expect(bike.status == 69)
    #expect(bike.problems.contains("indoor bike"))
  }

  @Test("keeps what the machine measured in the journal")
  func journal() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "halo-treadmill-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = ["HALO_JOURNAL": folder.appending(path: "journal.sqlite").path()]
    let paired = try Program.run(
      ["pair", "--radio", "simulated", "--speed", "0"], environment: place)
    #expect(paired.status == 0, "\(paired.problems)")
    let run = try treadmill("--yes", "--speed", "4", "--minutes", "2", environment: place)
    #expect(run.status == 0, "\(run.problems)")
    let devices = try Program.run(["devices"], environment: place)
    #expect(devices.output.contains("Treadmill 7"))
    let export = try Program.run(["export"], environment: place)
    #expect(export.output.contains("speed"))
  }
}
