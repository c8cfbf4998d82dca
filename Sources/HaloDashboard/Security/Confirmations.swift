#if Dashboard
  import Synchronization

  /// Dangerous orders that wait for a second word. Each works once, for a minute, in the browser that was asked, for the same order.
  final class Confirmations: Sendable {
    private struct Wait {
      let session: String
      let order: String
      let expires: ContinuousClock.Instant
    }

    /// How long an order waits, in seconds.
    static let seconds = 60

    private let now: @Sendable () -> ContinuousClock.Instant
    private let waits = Mutex<[String: Wait]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Lets an order wait; its name.
    func ask(_ order: String, session: String) -> String {
      let (id, time) = (Secret.random(), now())
      waits.withLock { waits in
        waits = waits.filter { $0.value.expires > time }
        if waits.count > 200 { waits = [:] }
        waits[id] = Wait(session: session, order: order, expires: time + .seconds(Self.seconds))
      }
      return id
    }

    /// Whether the order was asked about, and may be done now.
    func take(_ id: String, for order: String, session: String) -> Bool {
      let time = now()
      return waits.withLock { waits in
        guard let wait = waits.removeValue(forKey: id) else { return false }
        return wait.session == session && wait.order == order && wait.expires > time
      }
    }
  }
#endif
