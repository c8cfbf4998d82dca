import HaloText
import Foundation
import HaloBluetooth
import Synchronization
import SystemPackage
import Testing

@testable import HaloDaemon

@Suite("Versions of the daemon's protocol")
struct DaemonProtocolTests {
  private let folder: URL
  private let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "journal.sqlite.socket").path()
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs `body` against a daemon that answers every line with `answer`, and returns the lines that it received.
  private func withDaemon(answering answer: String, _ body: () async throws -> Void) async throws -> [String] {
    let listener = try SocketListener(path: path, mode: .ownerReadWrite)
    let received = Mutex<[String]>([])
    let server = Task {
      for await socket in listener.connections {
        for await line in socket.lines {
          received.withLock { $0.append(String(decoding: line.bytes, as: UTF8.self)) }
          try socket.send(Array(answer.utf8))
        }
      }
    }
    defer {
      listener.close()
      server.cancel()
    }
    try await body()
    return received.withLock { $0 }
  }

  @Test func `a daemon of 0.10 and this program understand each other`() async throws {
    defer { remove() }
    // Version 0.10 replies without a version.
    let lines = try await withDaemon(answering: #"{"held":{}}"#) {
      let connection = try DaemonConnection(path: path)
      try connection.ask(.hold(device: "A"))
      guard case .held? = try await connection.firstReply(within: .seconds(86_400)) else {
        Issue.record("the answer was not understood")
        return
      }
      connection.close()
    }
    let line = try #require(lines.first)
    // Version 0.10 reads only the request: a JSON object with one key that names a request.
    guard case .hold(device: "A") = try JSONDecoder().decode(DaemonRequest.self, from: Data(line.utf8)) else {
      Issue.record("0.10 does not understand \(line)")
      return
    }
    #expect(line.contains(#""protocol":1"#))
  }

  @Test func `a program of 0.10 understands replies with a version`() throws {
    let line = try JSONEncoder().encode(DaemonMessage(DaemonReply.started(process: 4711)))
    #expect(String(decoding: line, as: UTF8.self).contains(#""protocol":1"#))
    // Version 0.10 reads only the reply.
    guard case .started(process: 4711) = try JSONDecoder().decode(DaemonReply.self, from: line) else {
      Issue.record("0.10 does not understand \(String(decoding: line, as: UTF8.self))")
      return
    }
  }

  @Test func `a message without a version has version 1, whichever version is current`() throws {
    let message = try JSONDecoder().decode(DaemonMessage<DaemonRequest>.self, from: Data(#"{"status":{}}"#.utf8))
    #expect(message.version == 1)
  }

  @Test func `a daemon that is too old is reported with both versions and the restart command`() async throws {
    defer { remove() }
    _ = try await withDaemon(answering: #"{"held":{},"protocol":0}"#) {
      let connection = try DaemonConnection(path: path)
      try connection.ask(.status)
      let mismatch = await #expect(throws: DaemonMismatch.self) {
        try await connection.firstReply(within: .seconds(86_400))
      }
      #expect(mismatch == DaemonMismatch(daemon: 0, program: 1))
      #expect(mismatch?.description.hasPrefix("The daemon is older than this program (protocol 0") == true)
      #expect(mismatch?.description.contains("sudo systemctl restart halo") == true)
      connection.close()
    }
  }

  @Test func `a reply that requires a newer program is reported without waiting`() async throws {
    defer { remove() }
    _ = try await withDaemon(answering: #"{"moved":{"to":"elsewhere"},"protocol":2}"#) {
      let connection = try DaemonConnection(path: path)
      try connection.ask(.status)
      let mismatch = await #expect(throws: DaemonMismatch.self) {
        try await connection.firstReply(within: .seconds(86_400))
      }
      #expect(mismatch == DaemonMismatch(daemon: 2, program: 1))
      #expect(mismatch?.description.hasPrefix("The daemon is newer than this program (protocol 2") == true)
      connection.close()
    }
  }

  @Test func `a newer daemon that still supports this program's requests is used`() async throws {
    defer { remove() }
    _ = try await withDaemon(answering: #"{"held":{"since":"07:15"},"protocol":2,"queue":[]}"#) {
      let connection = try DaemonConnection(path: path)
      try connection.ask(.hold(device: "A"))
      guard case .held? = try await connection.firstReply(within: .seconds(86_400)) else {
        Issue.record("the answer was not understood")
        return
      }
      connection.close()
    }
  }

  @Test func `a command that needs a device reports why the daemon does not release it`() async throws {
    defer { remove() }
    let warnings = Mutex<[String]>([])
    _ = try await withDaemon(answering: #"{"protocol":0,"refused":{"reason":"no"}}"#) {
      let handover = DaemonHandover(journal: String(path.dropLast(".socket".count))) { text in
        warnings.withLock { $0.append(text.english) }
      }
      #expect(await handover.take(DeviceID("A")) == nil)
    }
    let warning = warnings.withLock { $0 }
    #expect(warning.count == 1)
    #expect(warning.first?.contains("The daemon is older than this program") == true)
    #expect(warning.first?.contains("Halo continues without the daemon.") == true)
  }

  @Test(arguments: [(1, false), (2, true), (3, true), (4, false)])
  func `a daemon accepts programs from its oldest version to its own`(program: Int, isHandled: Bool) {
    let daemon = DaemonProtocol(version: 3, oldest: 2)
    let mismatch = daemon.mismatch(withProgram: program)
    #expect((mismatch == nil) == isHandled)
    if program < 2 { #expect(mismatch?.description.hasPrefix("The daemon is newer than this program") == true) }
    if program > 3 { #expect(mismatch?.description.hasPrefix("The daemon is older than this program") == true) }
  }
}
