import Foundation
import NIOCore
import Synchronization

/// Limits the number of open connections. When the limit is reached, the oldest unauthenticated connection is closed
/// first, so that no client can block others by holding connections open.
final class ConnectionLimiter: Sendable {
  private struct Connection {
    let channel: any Channel
    var isAuthenticated = false
  }

  private struct State {
    /// In the order of connecting.
    var connections: [Int: Connection] = [:]
    var numbers: [ObjectIdentifier: Int] = [:]
    var next = 0
    var unauthenticated = 0
    /// Lower bounds of the oldest connection's number: of all connections, and of unauthenticated ones.
    var oldest = 0
    var oldestUnauthenticated = 0
  }

  private let most: Int
  private let maxUnauthenticated: Int
  private let state = Mutex(State())

  /// Allows `most` connections, a third of them unauthenticated. The default is the process's limit of open files
  /// less a reserve for everything else.
  init(most: Int = min(768, max(sysconf(Int32(_SC_OPEN_MAX)) - 200, 48))) {
    self.most = most
    maxUnauthenticated = most / 3
  }

  func add(_ channel: any Channel) {
    let evicted = state.withLock { state -> (any Channel)? in
      state.connections[state.next] = Connection(channel: channel)
      state.numbers[ObjectIdentifier(channel)] = state.next
      state.next += 1
      state.unauthenticated += 1
      if state.unauthenticated > maxUnauthenticated {
        while state.connections[state.oldestUnauthenticated]?.isAuthenticated != false {
          state.oldestUnauthenticated += 1
        }
        return take(state.oldestUnauthenticated, &state)
      }
      guard state.connections.count > most else { return nil }
      while state.connections[state.oldest] == nil { state.oldest += 1 }
      return take(state.oldest, &state)
    }
    evicted.map(Self.closeAtOnce)
  }

  /// Name of the handler for TLS.
  static let tls = "TLS"

  /// Closes a connection without a word. Otherwise TLS would wait five seconds for the client's reply, and 200 clients
  /// per second that do not reply would use all of the process's descriptors.
  private static func closeAtOnce(_ channel: any Channel) {
    channel.eventLoop.execute {
      // Closing from a handler's context does not reach that handler.
      let tls = try? channel.pipeline.syncOperations.context(name: tls)
      if let tls { tls.close(promise: nil) } else { channel.close(promise: nil) }
    }
  }

  /// Marks a connection as authenticated.
  func markAuthenticated(_ channel: any Channel) {
    state.withLock { state in
      guard let number = state.numbers[ObjectIdentifier(channel)], state.connections[number]?.isAuthenticated == false
      else {
        return
      }
      state.connections[number]?.isAuthenticated = true
      state.unauthenticated -= 1
    }
  }

  func remove(_ channel: any Channel) {
    state.withLock { state in
      if let number = state.numbers[ObjectIdentifier(channel)] { _ = take(number, &state) }
    }
  }

  /// The number of a connection, unique within this process; `nil` if the connection was closed.
  func number(of channel: any Channel) -> Int? {
    state.withLock { $0.numbers[ObjectIdentifier(channel)] }
  }

  /// Number of open connections.
  var count: Int { state.withLock { $0.connections.count } }

  private func take(_ number: Int, _ state: inout State) -> (any Channel)? {
    guard let connection = state.connections.removeValue(forKey: number) else { return nil }
    state.numbers[ObjectIdentifier(connection.channel)] = nil
    if !connection.isAuthenticated { state.unauthenticated -= 1 }
    return connection.channel
  }
}
