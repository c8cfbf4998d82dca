import HaloFoundation
package import SystemPackage

/// A client's connection to the daemon.
package struct DaemonConnection: Sendable {
  private let socket: LineSocket

  /// Connects to the daemon that listens at `path`.
  package init(path: String) throws(Errno) { socket = LineSocket(try UnixAddress(path: path).connect()) }

  /// The ID of the user who runs the daemon.
  package var user: UInt32? { socket.peer?.user }

  /// The daemon's process ID; `nil` if the system does not report it.
  package var process: Int32? { socket.peer.flatMap { $0.process > 0 ? $0.process : nil } }

  /// The daemon's replies, or the version mismatch that makes a reply unreadable.
  package var answers: some AsyncSequence<Result<DaemonReply, DaemonMismatch>, Never> & Sendable {
    socket.lines.compactMap { Self.answer(Data($0.bytes)) }
  }

  /// The daemon's readable replies. Replies of an incompatible version are left out.
  package var replies: some AsyncSequence<DaemonReply, Never> & Sendable { answers.compactMap { try? $0.get() } }

  /// Decodes a line from the daemon; `nil` if no protocol version known to this program defines the line.
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

  /// Sends a request, with open files to hand over.
  package func ask(_ request: DaemonRequest, files: [FileDescriptor] = []) throws {
    try socket.send([UInt8](JSONEncoder().encode(DaemonMessage(request))), files: files)
  }

  /// Returns the daemon's first reply; `nil` if it closed the connection without one. ``replies`` has the replies that
  /// follow.
  ///
  /// - Throws: ``UnresponsiveDaemon`` if no reply arrives within `limit`; even a stopped process accepts connections.
  ///   ``DaemonMismatch`` if this program does not support the daemon's version.
  package func firstReply(
    within limit: Duration = UnresponsiveDaemon.limit, by clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> DaemonReply? {
    let answer = try await TimeLimit.within(limit, clock) { () -> Result<DaemonReply, DaemonMismatch>? in
      for await answer in answers { return answer }
      return nil
    }
    try Task.checkCancellation()
    guard let answer else { throw UnresponsiveDaemon(process: process) }
    return try answer?.get()
  }

  /// Closes the connection.
  package func close() { socket.close() }
}
