import HaloHealth
import HaloModels
import Synchronization

/// The phone's notifications, which it shows at their time even if the app does not run.
final class PhoneNotifications: Notifier {
  private struct State {
    var waiting: [String: Notice] = [:]
    var shown: [Notice] = []
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Moment

  init(now: @escaping @Sendable () -> Moment) { self.now = now }

  /// The notifications that were shown until now, in order.
  var shown: [Notice] {
    let now = now()
    return state.withLock { state in
      Self.deliver(&state, now)
      return state.shown
    }
  }

  func askForPermission() async throws -> Bool { true }

  func show(_ notice: Notice) async throws {
    let now = now()
    state.withLock { state in
      Self.deliver(&state, now)
      state.waiting[notice.id] = notice
    }
  }

  func withdraw(_ identifiers: [String]) async {
    let now = now()
    state.withLock { state in
      Self.deliver(&state, now)
      for identifier in identifiers { state.waiting[identifier] = nil }
    }
  }

  private static func deliver(_ state: inout State, _ now: Moment) {
    for (id, notice) in state.waiting where notice.time.map({ $0 <= now }) ?? true {
      state.shown.append(notice)
      state.waiting[id] = nil
    }
  }
}
