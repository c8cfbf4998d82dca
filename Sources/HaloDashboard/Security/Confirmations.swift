import Synchronization

/// Dangerous requests that wait for a confirmation. Each confirmation is valid once, for one minute, in the same
/// browser and for the same request.
final class Confirmations: Sendable {
  private struct Wait {
    let session: String
    let order: String
    let expires: ContinuousClock.Instant
  }

  /// Lifetime of a confirmation, in seconds.
  static let seconds = 60

  private let now: @Sendable () -> ContinuousClock.Instant
  private let waits = Mutex<[String: Wait]>([:])

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Registers a request that needs confirmation and returns the confirmation's id.
  func ask(_ order: String, session: String) -> String {
    let id = Secret.random()
    let time = now()
    waits.withLock { waits in
      waits = waits.filter { $0.value.expires > time }
      if waits.count > 200 { waits = [:] }
      waits[id] = Wait(session: session, order: order, expires: time + .seconds(Self.seconds))
    }
    return id
  }

  /// Consumes a confirmation. Returns true if it was issued for this request and session and has not expired.
  func take(_ id: String, for order: String, session: String) -> Bool {
    let time = now()
    return waits.withLock { waits in
      guard let wait = waits.removeValue(forKey: id) else { return false }
      return wait.session == session && wait.order == order && wait.expires > time
    }
  }
}
