import HaloText
import Foundation
import HaloBluetooth
import Synchronization
import SystemPackage
import Testing

@testable import HaloDaemon

@Suite("A daemon that does not answer")
struct SilentDaemonTests {
  private let folder: URL
  private let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "journal.sqlite.socket").path()
  }

  /// A clock without time: every sleep returns at once.
  private struct InstantClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
    }
  }

  /// Listens like a stopped process: the system accepts connections, but no data is read.
  private func listen(backlog: Int32 = 16) throws -> FileDescriptor {
    try UnixAddress(path: path).withSocket(UnixAddress.stream) { (number, address, length) throws(Errno) in
      guard bind(number, address, length) == 0, systemListen(number, backlog) == 0 else { throw Errno(rawValue: errno) }
    }
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test func `is reported with its process ID and advice`() async throws {
    defer { remove() }
    let socket = try listen()
    defer { try? socket.close() }
    let connection = try DaemonConnection(path: path)
    try connection.ask(.status)
    let timeout = await #expect(throws: UnresponsiveDaemon.self) { try await connection.firstReply(by: InstantClock()) }
    #expect(timeout?.process == getpid())
    #expect(timeout?.description.contains("process \(getpid())) does not answer") == true)
    #expect(timeout?.description.contains("kill -CONT \(getpid())") == true)
  }

  @Test func `does not block a command that needs a device`() async throws {
    defer { remove() }
    let socket = try listen()
    defer { try? socket.close() }
    let warnings = Mutex<[String]>([])
    let journal = String(path.dropLast(".socket".count))
    let handover = DaemonHandover(journal: journal, clock: InstantClock()) { text in
      warnings.withLock { $0.append(text.english) }
    }
    #expect(await handover.take(DeviceID("A")) == nil)
    let warning = warnings.withLock { $0 }
    #expect(warning.count == 1)
    #expect(warning.first?.contains("process \(getpid())) does not answer") == true)
  }

  @Test func `does not block clients if it accepts no connection, and keeps its socket`() throws {
    defer { remove() }
    let socket = try listen(backlog: 0)
    defer { try? socket.close() }
    let address = UnixAddress(path: path)
    var waiting: [FileDescriptor] = []
    defer { for file in waiting { try? file.close() } }
    // Fills the queue of waiting connections.
    let full = #expect(throws: Errno.self) {
      for _ in 0..<100 { waiting.append(try address.connect(within: .milliseconds(1))) }
    }
    #expect(full == .wouldBlock)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a reply within the limit is accepted`() async throws {
    defer { remove() }
    let listener = try SocketListener(path: path, mode: .ownerReadWrite)
    defer { listener.close() }
    let server = Task {
      for await socket in listener.connections {
        for await _ in socket.lines { try socket.send(Array(#"{"held":{}}"#.utf8)) }
      }
    }
    defer { server.cancel() }
    let connection = try DaemonConnection(path: path)
    try connection.ask(.status)
    // A day is longer than any slow machine needs.
    guard case .held? = try await connection.firstReply(within: .seconds(86_400)) else {
      Issue.record("the answer did not come")
      return
    }
    connection.close()
  }
}

/// Calls `listen(2)`, whose name is hidden by a method of the same name.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }
