#if Dashboard
  import Foundation
  import NIOCore
  import Synchronization

  /// Everybody who is connected. There is room for so many; where it is full, who was not let in and has been there longest goes first,
  /// so that nobody keeps others out by holding connections.
  final class Crowd: Sendable {
    private struct Guest {
      let number: Int
      let channel: any Channel
      var isLetIn = false
    }

    private struct State {
      var guests: [ObjectIdentifier: Guest] = [:]
      var next = 0
      var strangers = 0
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
        state.next += 1
        state.strangers += 1
        state.guests[ObjectIdentifier(channel)] = Guest(number: state.next, channel: channel)
        let isCrowded = state.strangers > mostStrangers
        guard isCrowded || state.guests.count > most else { return nil }
        let leaving = state.guests.values.filter { !isCrowded || !$0.isLetIn }.min { $0.number < $1.number }
        return leaving.flatMap { take($0.channel, &state) }
      }
      leaving?.close(promise: nil)
    }

    /// Whoever holds this connection has been let in.
    func letIn(_ channel: any Channel) {
      state.withLock { state in
        guard state.guests[ObjectIdentifier(channel)]?.isLetIn == false else { return }
        state.guests[ObjectIdentifier(channel)]?.isLetIn = true
        state.strangers -= 1
      }
    }

    func remove(_ channel: any Channel) { state.withLock { _ = take(channel, &$0) } }

    /// How many there are.
    var count: Int { state.withLock { $0.guests.count } }

    @discardableResult
    private func take(_ channel: any Channel, _ state: inout State) -> (any Channel)? {
      guard let guest = state.guests.removeValue(forKey: ObjectIdentifier(channel)) else { return nil }
      if !guest.isLetIn { state.strangers -= 1 }
      return guest.channel
    }
  }
#endif
