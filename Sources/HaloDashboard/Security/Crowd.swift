#if Dashboard
  import Foundation
  import NIOCore
  import Synchronization

  /// Limits the number of open connections. When the limit is reached, the oldest unauthenticated connection is closed
  /// first, so that no client can block others by holding connections open.
  final class Crowd: Sendable {
    private struct Guest {
      let channel: any Channel
      var isLetIn = false
    }

    private struct State {
      /// In the order of connecting.
      var guests: [Int: Guest] = [:]
      var numbers: [ObjectIdentifier: Int] = [:]
      var next = 0
      var strangers = 0
      /// Lower bounds of the oldest connection's number: of all connections, and of unauthenticated ones.
      var oldest = 0
      var oldestStranger = 0
    }

    private let most: Int
    private let mostStrangers: Int
    private let state = Mutex(State())

    /// Allows `most` connections, a third of them unauthenticated. The default is the process's limit of open files
    /// less a reserve for everything else.
    init(most: Int = min(768, max(sysconf(Int32(_SC_OPEN_MAX)) - 200, 48))) {
      self.most = most
      mostStrangers = most / 3
    }

    func add(_ channel: any Channel) {
      let leaving = state.withLock { state -> (any Channel)? in
        state.guests[state.next] = Guest(channel: channel)
        state.numbers[ObjectIdentifier(channel)] = state.next
        state.next += 1
        state.strangers += 1
        if state.strangers > mostStrangers {
          while state.guests[state.oldestStranger]?.isLetIn != false { state.oldestStranger += 1 }
          return take(state.oldestStranger, &state)
        }
        guard state.guests.count > most else { return nil }
        while state.guests[state.oldest] == nil { state.oldest += 1 }
        return take(state.oldest, &state)
      }
      leaving?.close(promise: nil)
    }

    /// Marks a connection as authenticated.
    func letIn(_ channel: any Channel) {
      state.withLock { state in
        guard let number = state.numbers[ObjectIdentifier(channel)], state.guests[number]?.isLetIn == false else {
          return
        }
        state.guests[number]?.isLetIn = true
        state.strangers -= 1
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
    var count: Int { state.withLock { $0.guests.count } }

    private func take(_ number: Int, _ state: inout State) -> (any Channel)? {
      guard let guest = state.guests.removeValue(forKey: number) else { return nil }
      state.numbers[ObjectIdentifier(guest.channel)] = nil
      if !guest.isLetIn { state.strangers -= 1 }
      return guest.channel
    }
  }
#endif
