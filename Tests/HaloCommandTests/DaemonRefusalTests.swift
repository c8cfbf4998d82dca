import HaloText
import Foundation
import HaloTesting
import SystemPackage
import Testing

@testable import HaloDaemon

@Suite("A daemon that refuses")
struct DaemonRefusalTests {
  @Test func `status --follow prints why a newer daemon refuses, and exits with 69`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal.sqlite.socket")
    let environment = ["HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated"]
    try #require(try await Program.run(["pair"], environment: environment).status == 0)
    let socket = try UnixAddress(path: path).withSocket(UnixAddress.stream) { (number, address, length) throws(Errno) in
      guard bind(number, address, length) == 0, listen(number, 1) == 0 else { throw Errno(rawValue: errno) }
    }
    // Uses a separate thread, because the test waits for the program.
    Thread.detachNewThread {
      let connection = FileDescriptor(rawValue: accept(socket.rawValue, nil, nil))
      var request = [UInt8](repeating: 0, count: 4096)
      _ = try? request.withUnsafeMutableBytes { try connection.read(into: $0) }
      let reason = DaemonMismatch(daemon: 9, program: 1).description
      _ = try? connection.writeAll(Array("{\"protocol\":9,\"refused\":{\"reason\":\"\(reason)\"}}\n".utf8))
      try? connection.close()
    }
    let result = try await Program.run(["status", "--follow"], environment: environment)
    try socket.close()
    #expect(result.status == 69)
    #expect(result.problems.hasPrefix("halo: The daemon is newer than this program (protocol 9"), "\(result.problems)")
    #expect(!result.problems.contains("the daemon ended"))
  }
}
