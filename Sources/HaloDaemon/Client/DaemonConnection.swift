package import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection to a daemon, from the side of who asks.
package struct DaemonConnection: Sendable {
  private let socket: LineSocket

  /// Connects to the daemon that listens at `path`.
  package init(path: String) throws(Errno) { socket = LineSocket(try UnixAddress(path: path).connect()) }

  /// Whose daemon it is: the number of a user.
  package var user: UInt32? { socket.peer?.user }

  /// The number of the daemon's process; `nil` if the system does not say.
  package var process: Int32? { socket.peer.flatMap { $0.process > 0 ? $0.process : nil } }

  /// What it answers, or why this program does not understand it.
  package var answers: some AsyncSequence<Result<DaemonReply, DaemonMismatch>, Never> & Sendable {
    socket.lines.compactMap { Self.answer(Data($0.bytes)) }
  }

  /// What it answers.
  package var replies: some AsyncSequence<DaemonReply, Never> & Sendable { answers.compactMap { try? $0.get() } }

  /// Returns what a line of a daemon means; `nil` for one that means nothing in any version that this program knows.
  private static func answer(_ line: Data) -> Result<DaemonReply, DaemonMismatch>? {
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(DaemonMessageVersion.self, from: line).version else { return nil }
    let own = DaemonProtocol.current
    if let mismatch = own.mismatch(withDaemon: version) { return .failure(mismatch) }
    if let message = try? decoder.decode(DaemonMessage<DaemonReply>.self, from: line) {
      return .success(message.content)
    }
    return version > own.version ? .failure(DaemonMismatch(daemon: version, program: own.version)) : nil
  }

  /// Asks for something, and hands files over.
  package func ask(_ request: DaemonRequest, files: [FileDescriptor] = []) throws {
    try socket.send([UInt8](JSONEncoder().encode(DaemonMessage(request))), files: files)
  }

  /// Returns the daemon's first answer; `nil` if it closed the connection without one. ``replies`` has those that follow.
  ///
  /// - Throws: ``SilentDaemon`` if it answers nothing within `limit`: a process that is stopped accepts connections all the same.
  ///   ``DaemonMismatch`` if this program does not understand its version.
  package func firstReply(
    within limit: Duration = SilentDaemon.limit, by clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> DaemonReply? {
    enum Event: Sendable { case answer(Result<DaemonReply, DaemonMismatch>?), timeUp }
    let event = await withTaskGroup(of: Event.self) { group in
      group.addTask {
        for await answer in answers { return .answer(answer) }
        return .answer(nil)
      }
      group.addTask {
        try? await clock.sleep(for: limit)
        return .timeUp
      }
      defer { group.cancelAll() }
      return await group.next() ?? .timeUp
    }
    try Task.checkCancellation()
    guard case .answer(let answer) = event else { throw SilentDaemon(process: process) }
    return try answer?.get()
  }

  /// Ends it.
  package func close() { socket.close() }
}
