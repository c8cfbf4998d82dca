import Foundation
import Testing

@testable import HaloCommand
@testable import HaloDaemon

@Suite("halo daemon")
struct DaemonCommandTests {
  /// A daemon over the simulated radio with a ring that is paired, in a folder of its own.
  private final class House {
    let folder: URL
    private(set) var process = Process()
    private var log = Pipe()
    private(set) var said = ""

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try #require(try run(["pair", "--name", "ring"]).status == 0)
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      try? FileManager.default.removeItem(at: folder)
    }

    var journal: String { folder.appending(path: "journal.sqlite").path() }
    var settings: URL { folder.appending(path: "settings.yaml") }
    var environment: [String: String] { ["HALO_JOURNAL": journal, "HALO_RADIO": "simulated"] }

    func run(_ arguments: [String]) throws -> Program.Result {
      try Program.run(arguments, environment: environment)
    }

    func start(_ options: [String] = ["--speed", "100"]) throws {
      process = Process()
      log = Pipe()
      said = ""
      process.executableURL = Program.url
      process.arguments =
        ["daemon", "--log-level", "debug"] + options
        + (FileManager.default.fileExists(atPath: settings.path()) ? ["--settings", settings.path()] : [])
      process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
      for name in ["LD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
        process.environment?[name] = ProcessInfo.processInfo.environment[name]
      }
      process.standardError = log
      process.standardOutput = FileHandle.nullDevice
      // Not the terminal of who runs the tests: closing that would end it.
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    /// Reads the log until it says `text`.
    func wait(for text: String) throws {
      while !said.contains(text) {
        let data = log.fileHandleForReading.availableData
        try #require(!data.isEmpty, "the daemon ended, and had said: \(said)")
        said += String(decoding: data, as: UTF8.self)
      }
    }

    /// Sends the daemon a line, as any program may, and returns its answer.
    func ask(_ line: String) async throws -> String? {
      let socket = LineSocket(try UnixAddress(path: journal + ".socket").connect())
      defer { socket.close() }
      try socket.send(Array(line.utf8))
      for await answer in socket.lines { return String(decoding: answer.bytes, as: UTF8.self) }
      return nil
    }

    /// Reads what the log says next; nothing at its end.
    func readMore() throws -> Data { log.fileHandleForReading.availableData }

    func end() -> Int32 {
      process.terminate()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test("keeps a ring synced, shares it with other commands, and stops when it is told to")
  func life() throws {
    let house = try House()
    try house.start()
    try house.wait(for: " synced ")
    let steps = try house.run(["export", "--metric", "steps"])
    #expect(steps.lines.count > 10)

    let status = try house.run(["daemon", "status", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
    let device = try #require((object["devices"] as? [[String: Any]])?.first)
    #expect(device["name"] as? String == "ring" && device["problem"] == nil)

    #expect(try house.run(["sync", "--days", "1"]).status == 0)
    #expect(try house.run(["live", "heart-rate", "--for", "40", "--speed", "0"]).status == 0)

    let second = try house.run(["daemon"])
    #expect(second.status == 75 && second.problems.contains("another daemon keeps"))

    #expect(house.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: house.journal + ".socket"))
    #expect(try house.run(["daemon", "status"]).status == 69)
  }

  @Test("goes on where it was after it was killed, and loses nothing")
  func killed() throws {
    let house = try House()
    try house.start()
    try house.wait(for: "syncing")
    kill(house.process.processIdentifier, SIGKILL)
    house.process.waitUntilExit()
    try house.start()
    try house.wait(for: " synced ")
    #expect(house.end() == 0)
    let undisturbed = try House()
    #expect(try undisturbed.run(["sync", "--speed", "0"]).status == 0)
    // Of days that are over: today goes on meanwhile.
    let days = ["export", "--metric", "heart-rate", "--metric", "sleep", "--to", Self.daysAgo(2)]
    #expect(try house.run(days).output == undisturbed.run(days).output)
    #expect(try house.run(days).lines.count > 100)
  }

  @Test("knows at once who was paired, renamed and forgotten, and takes what it runs along when it is killed")
  func company() throws {
    let house = try House()
    try house.start()
    try house.wait(for: " synced ")
    #expect(try house.run(["rename", "ring", "left hand"]).status == 0)
    #expect(try house.run(["daemon", "status"]).output.contains("left hand"))
    #expect(try house.run(["live", "heart-rate", "--background", "--speed", "1"]).status == 0)
    let status = try house.run(["daemon", "status", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
    let command = try #require((object["commands"] as? [[String: Any]])?.first)
    #expect(command["isBackground"] as? Bool == true)
    kill(house.process.processIdentifier, SIGKILL)
    house.process.waitUntilExit()
    // The end of its log is that of the last process that writes there.
    while try !house.readMore().isEmpty {}
    try house.start()
    try house.wait(for: " synced ")
    #expect(house.end() == 0)
  }

  @Test("measures in the background, and keeps what it measured")
  func background() throws {
    let house = try House()
    #expect(try house.run(["live", "heart-rate", "--background"]).problems.contains("which is not running"))
    try house.start()
    try house.wait(for: " synced ")
    let started = try house.run(["live", "heart-rate", "--background", "--for", "45", "--speed", "0"])
    #expect(started.status == 0)
    try house.wait(for: "command ended")
    #expect(try house.run(["export", "--metric", "heart-rate"]).output.contains(",live,"))
    let gone = try house.run(["daemon", "end", "1"])
    #expect(gone.status == 69 && gone.problems.contains("nothing runs in the background as process 1"))
    #expect(house.end() == 0)
  }

  @Test func `answers a program of 0.10, and refuses one that is too new with what to do`() async throws {
    let house = try House()
    try house.start()
    try house.wait(for: " synced ")
    // 0.10 sends no version.
    let earlier = try #require(try await house.ask(#"{"status":{}}"#))
    guard case .status(let status) = try JSONDecoder().decode(DaemonReply.self, from: Data(earlier.utf8)) else {
      Issue.record("0.10 does not understand \(earlier)")
      return
    }
    #expect(status.devices.map(\.name) == ["ring"])
    let later = try #require(try await house.ask(#"{"protocol":99,"fetch":{}}"#))
    #expect(later.contains("The daemon is older than this program (protocol 1, this program needs 99). Restart it"))
    #expect(later.contains(#""protocol":1"#))
    #expect(house.end() == 0)
  }

  @Test("reads its settings again, and keeps those it has where they are wrong")
  func reload() throws {
    let house = try House()
    try Data("sync: 5m\n".utf8).write(to: house.settings)
    try house.start()
    try house.wait(for: " synced ")
    try Data("sink: 10m\n".utf8).write(to: house.settings)
    kill(house.process.processIdentifier, SIGHUP)
    try house.wait(for: "settings stay as they were")
    try house.wait(for: "sink: There is no such setting")
    try Data("sync: 10m\n".utf8).write(to: house.settings)
    kill(house.process.processIdentifier, SIGHUP)
    try house.wait(for: "settings were read")
    #expect(house.end() == 0)
  }

  @Test("runs a command when a night is over, once")
  func hook() throws {
    let house = try House()
    let nights = house.folder.appending(path: "nights")
    try Data("hooks:\n  new-night: 'echo \"$HALO_DEVICE $HALO_NIGHT_ASLEEP\" >> \(nights.path())'\n".utf8)
      .write(to: house.settings)
    // An evening, a night and a morning.
    try house.start(["--now", "2026-11-20T20:00", "--speed", "7200"])
    try house.wait(for: "its command ended well")
    #expect(house.end() == 0)
    let told = try String(contentsOf: nights, encoding: .utf8)
    #expect(told.split(separator: "\n").count == 1)
    #expect(told.hasPrefix("ring ") && (Int(told.dropFirst(5).dropLast()) ?? 0) > 180, "\(told)")
  }

  @Test("does not begin with settings that are wrong, and says where")
  func wrongSettings() throws {
    let house = try House()
    try Data("sync: often\n".utf8).write(to: house.settings)
    let result = try house.run(["daemon", "--settings", house.settings.path()])
    #expect(result.status == 78 && result.problems.contains("'often' is no time from 1m to 24h"))
  }

  private static func daysAgo(_ days: Int) -> String {
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd"
    return format.string(from: Date(timeIntervalSinceNow: -86_400 * Double(days)))
  }
}
