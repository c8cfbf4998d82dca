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

  /// The number of the daemon's process; `nil` if the system does not say.
  var process: Int32? { socket.peer.flatMap { $0.process > 0 ? $0.process : nil } }

  /// What it answers.
  var replies: some AsyncSequence<DaemonReply, Never> & Sendable {
    socket.lines.compactMap { try? JSONDecoder().decode(DaemonReply.self, from: Data($0.bytes)) }
  }

  /// Asks for something, and hands files over.
  func ask(_ request: DaemonRequest, files: [FileDescriptor] = []) throws {
    try socket.send([UInt8](JSONEncoder().encode(request)), files: files)
  }

  /// Returns the daemon's first answer; `nil` if it closed the connection without one. ``replies`` has those that follow.
  ///
  /// - Throws: ``SilentDaemon`` if it answers nothing within `limit`: a process that is stopped accepts connections all the same.
  func firstReply(
    within limit: Duration = SilentDaemon.limit, by clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> DaemonReply? {
    enum Event: Sendable { case reply(DaemonReply?), timeUp }
    let event = await withTaskGroup(of: Event.self) { group in
      group.addTask {
        for await reply in replies { return .reply(reply) }
        return .reply(nil)
      }
      group.addTask {
        try? await clock.sleep(for: limit)
        return .timeUp
      }
      defer { group.cancelAll() }
      return await group.next() ?? .timeUp
    }
    try Task.checkCancellation()
    guard case .reply(let reply) = event else { throw SilentDaemon(process: process) }
    return reply
  }

  /// Ends it.
  func close() { socket.close() }
}
