import Foundation
import Testing

@testable import HaloCommand
@testable import HaloDaemon

@Suite("halo daemon")
struct DaemonCommandTests {
  /// A daemon with a paired ring on the simulated radio, in a temporary folder.
  private final class DaemonFixture {
    let folder: URL
    private(set) var process = Process()
    private var log = Pipe()
    private(set) var logText = ""

    init() async throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try #require(try await run(["pair", "--name", "ring"]).status == 0)
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      try? FileManager.default.removeItem(at: folder)
    }

    var journal: String { folder.appending(path: "journal.sqlite").path() }
    var settings: URL { folder.appending(path: "settings.yaml") }
    var environment: [String: String] { ["HALO_JOURNAL": journal, "HALO_RADIO": "simulated"] }

    func run(_ arguments: [String]) async throws -> Program.Result {
      try await Program.run(arguments, environment: environment)
    }

    func start(_ options: [String] = ["--speed", "100"]) throws {
      log = Pipe()
      logText = ""
      process = Program.process(
        ["daemon", "--log-level", "debug"] + options
          + (FileManager.default.fileExists(atPath: settings.path()) ? ["--settings", settings.path()] : []),
        environment: environment)
      process.standardError = log
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    /// Reads the log until it contains `text`.
    func wait(for text: String) throws {
      while !logText.contains(text) {
        let data = log.fileHandleForReading.availableData
        try #require(!data.isEmpty, "the daemon ended; its log: \(logText)")
        logText += String(decoding: data, as: UTF8.self)
      }
    }

    /// Sends the daemon a line, as any client may, and returns its reply.
    func ask(_ line: String) async throws -> String? {
      let socket = LineSocket(try UnixAddress(path: journal + ".socket").connect())
      defer { socket.close() }
      try socket.send(Array(line.utf8))
      for await answer in socket.lines { return String(decoding: answer.bytes, as: UTF8.self) }
      return nil
    }

    /// Reads the next part of the log; empty at its end.
    func readMore() throws -> Data { log.fileHandleForReading.availableData }

    func end() -> Int32 {
      process.terminate()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test func `keeps a ring synced, shares it with other commands, and stops on request`() async throws {
    let fixture = try await DaemonFixture()
    try fixture.start()
    try fixture.wait(for: " synced ")
    let steps = try await fixture.run(["export", "--metric", "steps"])
    #expect(steps.lines.count > 10)

    let status = try await fixture.run(["daemon", "status", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
    let device = try #require((object["devices"] as? [[String: Any]])?.first)
    #expect(device["name"] as? String == "ring" && device["problem"] == nil)

    #expect(try await fixture.run(["sync", "--days", "1"]).status == 0)
    #expect(try await fixture.run(["live", "heart-rate", "--for", "40", "--speed", "0"]).status == 0)

    let second = try await fixture.run(["daemon"])
    #expect(second.status == 75 && second.problems.contains("another daemon uses"))

    #expect(fixture.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: fixture.journal + ".socket"))
    #expect(try await fixture.run(["daemon", "status"]).status == 69)
  }

  @Test func `continues after kill -9 without data loss`() async throws {
    let fixture = try await DaemonFixture()
    try fixture.start()
    try fixture.wait(for: "syncing")
    kill(fixture.process.processIdentifier, SIGKILL)
    fixture.process.waitUntilExit()
    try fixture.start()
    try fixture.wait(for: " synced ")
    #expect(fixture.end() == 0)
    let undisturbed = try await DaemonFixture()
    #expect(try await undisturbed.run(["sync", "--speed", "0"]).status == 0)
    // Compare only completed days: today continues meanwhile.
    let days = ["export", "--metric", "heart-rate", "--metric", "sleep", "--to", Self.daysAgo(2)]
    #expect(try await fixture.run(days).output == undisturbed.run(days).output)
    #expect(try await fixture.run(days).lines.count > 100)
  }

  @Test func `notices pairing, renaming and unpairing at once, and ends its commands when it is killed`() async throws {
    let fixture = try await DaemonFixture()
    try fixture.start()
    try fixture.wait(for: " synced ")
    #expect(try await fixture.run(["rename", "ring", "left hand"]).status == 0)
    #expect(try await fixture.run(["daemon", "status"]).output.contains("left hand"))
    #expect(try await fixture.run(["live", "heart-rate", "--background", "--speed", "1"]).status == 0)
    let status = try await fixture.run(["daemon", "status", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
    let command = try #require((object["commands"] as? [[String: Any]])?.first)
    #expect(command["isBackground"] as? Bool == true)
    kill(fixture.process.processIdentifier, SIGKILL)
    fixture.process.waitUntilExit()
    // The log ends when the last process that writes to it has ended.
    while try !fixture.readMore().isEmpty {}
    try fixture.start()
    try fixture.wait(for: " synced ")
    #expect(fixture.end() == 0)
  }

  @Test func `measures in the background, and stores the measurement`() async throws {
    let fixture = try await DaemonFixture()
    #expect(try await fixture.run(["live", "heart-rate", "--background"]).problems.contains("which is not running"))
    try fixture.start()
    try fixture.wait(for: " synced ")
    let started = try await fixture.run(["live", "heart-rate", "--background", "--for", "45", "--speed", "0"])
    #expect(started.status == 0)
    try fixture.wait(for: "command ended")
    #expect(try await fixture.run(["export", "--metric", "heart-rate"]).output.contains(",live,"))
    let gone = try await fixture.run(["daemon", "end", "1"])
    #expect(gone.status == 69 && gone.problems.contains("no background command runs as process 1"))
    #expect(fixture.end() == 0)
  }

  @Test func `replies to a program of 0.10, and refuses one that is too new with advice`() async throws {
    let fixture = try await DaemonFixture()
    try fixture.start()
    try fixture.wait(for: " synced ")
    // Program 0.10 sends no version.
    let earlier = try #require(try await fixture.ask(#"{"status":{}}"#))
    guard case .status(let status) = try JSONDecoder().decode(DaemonReply.self, from: Data(earlier.utf8)) else {
      Issue.record("0.10 does not understand \(earlier)")
      return
    }
    #expect(status.devices.map(\.name) == ["ring"])
    let later = try #require(try await fixture.ask(#"{"protocol":99,"fetch":{}}"#))
    #expect(later.contains("The daemon is older than this program (protocol 1, this program needs 99). Restart it"))
    #expect(later.contains(#""protocol":1"#))
    #expect(fixture.end() == 0)
  }

  @Test func `reloads its settings, and keeps the previous ones if the new ones are invalid`() async throws {
    let fixture = try await DaemonFixture()
    try Data("sync: 5m\n".utf8).write(to: fixture.settings)
    try fixture.start()
    try fixture.wait(for: " synced ")
    try Data("sink: 10m\n".utf8).write(to: fixture.settings)
    kill(fixture.process.processIdentifier, SIGHUP)
    try fixture.wait(for: "the settings could not be reloaded")
    try fixture.wait(for: "sink: unknown setting")
    try Data("sync: 10m\n".utf8).write(to: fixture.settings)
    kill(fixture.process.processIdentifier, SIGHUP)
    try fixture.wait(for: "settings were reloaded")
    #expect(fixture.end() == 0)
  }

  @Test func `runs a command once when a night is over`() async throws {
    let fixture = try await DaemonFixture()
    let nights = fixture.folder.appending(path: "nights")
    try Data("hooks:\n  new-night: 'echo \"$HALO_DEVICE $HALO_NIGHT_ASLEEP\" >> \(nights.path())'\n".utf8)
      .write(to: fixture.settings)
    // Simulates an evening, a night and a morning.
    try fixture.start(["--now", "2026-11-20T20:00", "--speed", "7200"])
    try fixture.wait(for: "the command succeeded")
    #expect(fixture.end() == 0)
    let recorded = try String(contentsOf: nights, encoding: .utf8)
    #expect(recorded.split(separator: "\n").count == 1)
    #expect(recorded.hasPrefix("ring ") && (Int(recorded.dropFirst(5).dropLast()) ?? 0) > 180, "\(recorded)")
  }

  @Test func `refuses to start with invalid settings, and prints the position`() async throws {
    let fixture = try await DaemonFixture()
    try Data("sync: often\n".utf8).write(to: fixture.settings)
    let result = try await fixture.run(["daemon", "--settings", fixture.settings.path()])
    #expect(result.status == 78 && result.problems.contains("'often' is not a time from 1m to 24h"))
  }

  private static func daysAgo(_ days: Int) -> String {
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd"
    return format.string(from: Date(timeIntervalSinceNow: -86_400 * Double(days)))
  }
}
