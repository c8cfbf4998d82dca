import HaloText
import Foundation
import HaloWearables
import Testing

@testable import HaloDaemon

@Suite("The settings file")
struct SettingsFileTests {
  private func read(_ text: String) throws -> Result<DaemonSettings, SettingsFile.Failure> {
    let file = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).yaml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return Result { () throws(SettingsFile.Failure) in try SettingsFile(file.path()).read() }
  }

  @Test(arguments: [("90s", 90), ("30m", 1800), ("2h", 7200), ("1m", 60), ("24h", 86_400)])
  func `sets the sync interval`(text: String, seconds: Int) throws {
    #expect(try read("sync: \(text)").get().sync == .seconds(seconds))
  }

  @Test func `sets the limits of machines, with safe defaults`() throws {
    #expect(try read("speedLimit: 10.5\ninclineLimit: 4").get().machineLimits.speed.kilometersPerHour == 10.5)
    #expect(try read("inclineLimit: 4").get().machineLimits.inclination.percent == 4)
    let standard = try read("sync: 30m").get().machineLimits
    #expect(standard.speed.kilometersPerHour == 8 && standard.inclination.percent == 10)
  }

  @Test(arguments: ["", "\n\n", "# sync: 30m\n  # mqtt:\n"])
  func `may be empty or contain only comments`(text: String) throws {
    #expect(try read(text).get() == DaemonSettings())
  }

  @Test(arguments: [
    ("sync: 30", "30"), ("sync: 10s", "'10s' is not a time"), ("sync: -5m", "'-5m' is not a time"),
    ("snyc: 30m", "snyc: unknown setting. The settings are: "), ("sync: [", "2:1"),
    ("- sync", "expected names and values"),
    ("speedLimit: fast", "speedLimit"), ("speedLimit: 0", "speedLimit: expected a number above 0"),
    ("speedLimit: .inf", "speedLimit: expected a number above 0"),
    ("speedLimit: .nan", "speedLimit: expected a number above 0"),
    ("speedLimit: -4", "speedLimit: expected a number above 0"),
    ("inclineLimit: 41", "inclineLimit: expected a number above 0"),
    ("batteryLow: 200", "batteryLow: expected a whole number from 1 to 90"), ("hooks: {night: ls}", "hooks.night: "),
  ])
  func `reports what is wrong`(text: String, words: String) throws {
    let failure = #expect(throws: SettingsFile.Failure.self) { try read(text).get() }
    let description = failure?.description ?? ""
    #expect(words.isEmpty || description.contains(words), "\(description)")
  }

  @Test func `must exist if it was named; the default file is optional`() throws {
    let failure = #expect(throws: SettingsFile.Failure.self) { try SettingsFile("/nowhere/settings.yaml").read() }
    #expect(failure?.description.contains("/nowhere/settings.yaml") == true)
  }
}
