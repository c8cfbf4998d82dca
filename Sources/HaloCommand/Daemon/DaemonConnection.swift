import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection to a daemon, from the side of who asks.
struct DaemonConnection: Sendable {
  private let socket: LineSocket

  /// Connects to the daemon that listens at `path`.
  init(path: String) throws(Errno) { socket = LineSocket(try UnixAddress(path: path).connect()) }

  /// Whose daemon it is: the number of a user.
  var user: UInt32? { socket.peer?.user }

  /// What it answers.
  var replies: some AsyncSequence<DaemonReply, Never> & Sendable {
    socket.lines.compactMap { try? JSONDecoder().decode(DaemonReply.self, from: Data($0.bytes)) }
  }

  /// Asks for something, and hands files over.
  func ask(_ request: DaemonRequest, files: [FileDescriptor] = []) throws {
    try socket.send([UInt8](JSONEncoder().encode(request)), files: files)
  }

  /// Ends it.
  func close() { socket.close() }
}
