#if Dashboard
  import Foundation
  import NIOCore
  import Synchronization

  /// Everybody who is connected. There is room for so many; where it is full, who was not let in and has been there longest goes first,
  /// so that nobody keeps others out by holding connections.
  final class Crowd: Sendable {
    private struct Guest {
      let channel: any Channel
      var isLetIn = false
    }

    private struct State {
      /// By the order in which they came.
      var guests: [Int: Guest] = [:]
      var numbers: [ObjectIdentifier: Int] = [:]
      var next = 0
      var strangers = 0
      /// Nobody came before these: of all, and of those who were not let in.
      var oldest = 0
      var oldestStranger = 0
    }

    private let most: Int
    private let mostStrangers: Int
    private let state = Mutex(State())

    /// Room for `most`, a third of them for those who were not let in. By default as many as this process may have files open, less what
    /// everything else needs.
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

    /// Whoever holds this connection has been let in.
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

    /// The number of a connection, which no other connection of this program has; `nil` if it was closed.
    func number(of channel: any Channel) -> Int? {
      state.withLock { $0.numbers[ObjectIdentifier(channel)] }
    }

    /// How many there are.
    var count: Int { state.withLock { $0.guests.count } }

    private func take(_ number: Int, _ state: inout State) -> (any Channel)? {
      guard let guest = state.guests.removeValue(forKey: number) else { return nil }
      state.numbers[ObjectIdentifier(guest.channel)] = nil
      if !guest.isLetIn { state.strangers -= 1 }
      return guest.channel
    }
  }
#endif
