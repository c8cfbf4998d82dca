import HaloHealth
import HaloTesting
import Foundation
import HaloBluetooth
import HaloEngine
import HaloJournal
import HaloSimulatedRadio
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("A device's lock")
struct DeviceLockTests {
  @Test func `ends with its holder, even if a child process continues`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let child = try await home.engine.recording("start", of: home.device) { _ in try startSleeper() }
      defer {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
      let again = try await home.engine.recording("again", of: home.device) { _ in true }
      #expect(again)
    }
  }

  @Test func `no file name has a device's address after the device's data is erased`() async throws {
    let folder = try TemporaryFolder()
    @Sendable func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) }
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let address = home.device.identifier.text.replacing(":", with: "-")
      // Lock files that version 0.10 left, of this device and of another.
      let journal = home.journal.path
      for name in [address, "AA-BB-CC-DD-EE-FF"] { try Data().write(to: URL(filePath: "\(journal).\(name).lock")) }
      _ = try await home.engine.recording("sync", of: home.device) { _ in true }
      #expect(try !names().contains { $0.contains(address) })
      try home.journal.forget(home.device, withData: true, at: Moment.noon)
      #expect(try names().filter { $0.hasSuffix(".lock") } == ["journal.sqlite.device-\(home.device.id).lock"])
    }
  }

  @Test func `a device that an older version uses is in use`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let path = JournalLocks.oldPath(ofDevice: home.device.identifier.text, journal: home.journal.path)
      try Data("halo (process 42)".utf8).write(to: URL(filePath: path))
      let file = open(path, O_RDONLY)
      #expect(flock(file, LOCK_EX) == 0)
      await #expect(throws: EngineError.taken(device: "ring", by: "halo (process 42)")) {
        try await home.engine.recording("sync", of: home.device) { _ in true }
      }
      try home.journal.forget(home.device, withData: true, at: Moment.noon)
      #expect(FileManager.default.fileExists(atPath: path), "a lock that is held was removed")
      close(file)
    }
  }

  /// Starts a program that inherits every descriptor that is not marked close-on-exec.
  private func startSleeper() throws -> pid_t {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { for argument in arguments { free(argument) } }
    let failure = posix_spawnp(&child, "sleep", nil, nil, &arguments, nil)
    try #require(failure == 0)
    return child
  }
}
