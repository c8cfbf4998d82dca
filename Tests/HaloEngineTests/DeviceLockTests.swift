import Foundation
import HaloEngine
import HaloSimulatedRadio
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("A device's lock")
struct DeviceLockTests {
  @Test("ends with its holder, though a program that it started lives on")
  func child() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
      let child = try await home.engine.recording("start", of: home.device) { _ in try startSleeper() }
      defer {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
      let again = try await home.engine.recording("again", of: home.device) { _ in true }
      #expect(again)
    }
  }

  /// A program that got copies of every descriptor that is not closed for it.
  private func startSleeper() throws -> pid_t {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { for argument in arguments { free(argument) } }
    let failure = posix_spawnp(&child, "sleep", nil, nil, &arguments, nil)
    try #require(failure == 0)
    return child
  }
}
