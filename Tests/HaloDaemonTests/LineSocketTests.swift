import Foundation
import SystemPackage
import Testing

@testable import HaloDaemon

@Suite("The daemon's socket")
struct LineSocketTests {
  private func pair() throws -> (LineSocket, LineSocket) {
    var numbers: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, UnixAddress.stream, 0, &numbers) == 0)
    return (LineSocket(FileDescriptor(rawValue: numbers[0])), LineSocket(FileDescriptor(rawValue: numbers[1])))
  }

  @Test func `transfers lines of every length in order, and ends when the other side closes`() async throws {
    let (here, there) = try pair()
    let texts = ["a", "", String(repeating: "long ", count: 20_000), "end"]
    async let received: [String] = {
      var texts: [String] = []
      for await line in there.lines { texts.append(String(decoding: line.bytes, as: UTF8.self)) }
      return texts
    }()
    for text in texts { try here.send(Array(text.utf8)) }
    here.close()
    #expect(await received == texts)
  }

  @Test func `transfers open files with their line`() async throws {
    let (here, there) = try pair()
    let (output, input) = try FileDescriptor.pipe()
    try here.send(Array("none".utf8))
    try here.send(Array("two".utf8), files: [input, output])
    try input.close()
    try output.close()
    var lines = there.lines.makeAsyncIterator()
    let first = try #require(await lines.next())
    #expect(first.files.count == 0)
    let second = try #require(await lines.next())
    let files = second.files.take()
    try #require(files.count == 2)
    // The same pipe with other descriptor numbers.
    try files[0].writeAll("through".utf8)
    try files[0].close()
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = try bytes.withUnsafeMutableBytes { try files[1].read(into: $0) }
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "through")
    try files[1].close()
    here.close()
  }

  @Test func `never writes to another socket after it is closed, because its descriptor number is not reused`()
    async throws
  {
    let (here, there) = try pair()
    here.close()
    for await _ in there.lines {}
    // Other sockets take the free descriptor numbers.
    let others = try (0..<8).map { _ in try pair() }
    #expect(throws: Errno.brokenPipe) { try there.send(Array("for a client that left".utf8)) }
    for (one, other) in others {
      one.close()
      for await line in other.lines {
        Issue.record("another socket received \(String(decoding: line.bytes, as: UTF8.self))")
      }
    }
  }

  @Test func `reports the other side's user and process`() throws {
    let (here, there) = try pair()
    #expect(here.peer?.user == getuid())
    there.close()
  }

  @Test func `closes on a line that is too long`() async throws {
    let (here, there) = try pair()
    let sender = Task { try? here.send([UInt8](repeating: 65, count: 3 << 20)) }
    var count = 0
    for await _ in there.lines { count += 1 }
    #expect(count == 0)
    await sender.value
  }

  @Test func `listens once at a path, replaces a stale socket, and applies the mode`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())").path()
    let first = try SocketListener(path: path, mode: [.ownerReadWrite, .groupReadWrite])
    #expect(throws: Errno.addressInUse) { _ = try SocketListener(path: path, mode: .ownerReadWrite) }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o660)
    let connection = try UnixAddress(path: path).connect()
    var connections = first.connections.makeAsyncIterator()
    #expect(await connections.next() != nil)
    try connection.close()
    first.close()
    // A killed program leaves such a socket.
    let stale = try UnixAddress(path: path).withSocket(UnixAddress.stream) { number, address, length in
      _ = bind(number, address, length)
    }
    try stale.close()
    let second = try SocketListener(path: path, mode: .ownerReadWrite)
    second.close()
    #expect(!FileManager.default.fileExists(atPath: path))
    try Data("a journal".utf8).write(to: URL(filePath: path))
    #expect(throws: Errno.fileExists) { _ = try SocketListener(path: path, mode: .ownerReadWrite) }
    #expect(throws: Errno.invalidArgument) { _ = try SocketListener(path: "@halo", mode: .ownerReadWrite) }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: Errno.fileNameTooLong) {
      _ = try SocketListener(path: String(repeating: "long/", count: 40), mode: .ownerReadWrite)
    }
  }
}
