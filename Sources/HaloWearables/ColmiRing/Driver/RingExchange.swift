import HaloBluetooth
import HaloHealth
import Synchronization

extension ColmiRing {
  /// Requests and answers over a ring's link: ``ExchangeState`` with the clock, the radio and the waiting around it.
  final class RingExchange: Sendable {
    /// A ring that says nothing for as long as rings never pause.
    struct Silence: Error {
      /// Whether a part of the answer had come.
      let hasBegun: Bool
    }

    private typealias Waiter = AsyncThrowingStream<Received, any Error>.Continuation

    private struct State {
      var exchange = ExchangeState<Waiter>()
      var lost: (any Error)?
      var busy: Set<Channel> = []
      var turns: [Channel: [CheckedContinuation<Void, Never>]] = [:]
      var listeners: [Int: AsyncStream<Received>.Continuation] = [:]
      /// How long an answer to a command may take to begin.
      var patienceForBeginning = RingExchange.patience
    }

    /// Rings take 95 ms to begin an answer and pause 50 ms within one (measured on an R12); slow links make it a second.
    private static let patience = Duration.milliseconds(2500)
    /// How often it is asked whether something came.
    private static let tick = patience / 10

    private let connection: any Connection
    private let clock: any Clock<Duration>
    private let inlets: [Channel: Characteristic]
    private let state = Mutex(State())

    init(connection: any Connection, clock: any Clock<Duration>, inlets: [Channel: Characteristic]) {
      self.connection = connection
      self.clock = clock
      self.inlets = inlets
    }

    /// How long an answer to a command may take to begin, by how long one took on this link.
    ///
    /// Waiting less than for the rest of an answer loses nothing: whoever gave up asks for something else, and what is late comes
    /// before the answer to that.
    func adjustPatience(to roundTrip: Duration) {
      state.withLock { $0.patienceForBeginning = min(max(roundTrip * 6, .milliseconds(750)), Self.patience) }
    }

    /// Takes in what comes on a channel until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, on channel: Channel) async {
      do {
        for try await value in values {
          state.withLock { state in
            for (waiter, received) in state.exchange.receive(value, on: channel) {
              if let waiter {
                waiter.yield(received)
                waiter.finish()
              } else {
                for listener in state.listeners.values { listener.yield(received) }
              }
            }
          }
        }
        lose(BluetoothError(.read, device: connection.label, .disconnected))
      } catch {
        lose(error)
      }
    }

    /// Sends a request when its channel is free, and waits for its answer; `date` is the day that it asks for, where the answer
    /// names it. `isPatient` waits for its beginning as long as for the rest.
    ///
    /// - Throws: ``Silence``, the error that the link was lost with, or `CancellationError`.
    func ask(
      _ request: Request, of date: CalendarDate? = nil, isPatient: Bool = false
    ) async throws -> Received {
      let channel = request.outgoing.channel
      await takeTurn(channel)
      defer { giveTurn(channel) }
      let id = state.withLock { $0.exchange.makeID() }
      return try await withThrowingTaskGroup(of: Received?.self) { group in
        group.addTask { try await self.answer(to: request, of: date, id: id) }
        group.addTask {
          try await self.watch(id, isPatient: isPatient || channel == .bigData)
          return nil
        }
        defer { group.cancelAll() }
        while let result = try await group.next() {
          if let result { return result }
        }
        throw Silence(hasBegun: false)
      }
    }

    /// Sends what has no answer, when its channel is free.
    func send(_ request: Request) async throws {
      let channel = request.outgoing.channel
      await takeTurn(channel)
      defer { giveTurn(channel) }
      if let lost = state.withLock({ $0.lost }) { throw lost }
      try await write(request)
    }

    /// Begins to listen to everything that comes and that no request was waiting for, until ``Listener/stop`` is called.
    func listen() -> Listener {
      let (messages, continuation) = AsyncStream<Received>.makeStream()
      let id = state.withLock { state in
        let id = state.exchange.makeID()
        if state.lost == nil { state.listeners[id] = continuation } else { continuation.finish() }
        return id
      }
      return Listener(messages: messages) {
        self.state.withLock { $0.listeners.removeValue(forKey: id) }?.finish()
      }
    }

    /// What comes unasked. The sequence ends, behind what came before, when `stop` is called or the link is lost.
    struct Listener: Sendable {
      let messages: AsyncStream<Received>
      let stop: @Sendable () -> Void
    }

    private func lose(_ error: any Error) {
      let (waiters, listeners) = state.withLock { state in
        state.lost = state.lost ?? error
        defer { state.listeners.removeAll() }
        return (state.exchange.giveUpAll(), [AsyncStream<Received>.Continuation](state.listeners.values))
      }
      for waiter in waiters { waiter.finish(throwing: error) }
      for listener in listeners { listener.finish() }
    }

    private func answer(to request: Request, of date: CalendarDate?, id: Int) async throws -> Received {
      // The answer may be here before the write is confirmed, so waiting for it begins first.
      let (answers, waiter) = AsyncThrowingStream<Received, any Error>.makeStream()
      try state.withLock { state in
        if let lost = state.lost { throw lost }
        state.exchange.begin(id, request, of: date, waiter: waiter)
      }
      defer { giveUp(id, CancellationError()) }
      try await write(request)
      for try await received in answers { return received }
      throw CancellationError()
    }

    private func write(_ request: Request) async throws {
      let outgoing = request.outgoing
      guard let inlet = inlets[outgoing.channel] else { throw Silence(hasBegun: false) }
      try await connection.write(outgoing.bytes, to: inlet, withResponse: inlet.properties.contains(.write))
    }

    /// Throws once nothing has come for a while.
    private func watch(_ id: Int, isPatient: Bool) async throws {
      var activity = state.withLock { $0.exchange.activity }
      var quiet = Duration.zero
      while quiet < (isPatient ? Self.patience : patience(with: id)) {
        try await clock.sleep(for: Self.tick)
        let now = state.withLock { $0.exchange.activity }
        quiet = now == activity ? quiet + Self.tick : .zero
        activity = now
      }
      throw Silence(hasBegun: state.withLock { $0.exchange.isFed(id) })
    }

    private func patience(with id: Int) -> Duration {
      state.withLock { $0.exchange.isFed(id) ? Self.patience : $0.patienceForBeginning }
    }

    private func giveUp(_ id: Int, _ error: any Error) {
      state.withLock { $0.exchange.giveUp(id) }?.finish(throwing: error)
    }

    // MARK: One at a time

    private func takeTurn(_ channel: Channel) async {
      await withCheckedContinuation { turn in
        let isFree = state.withLock { state in
          if state.busy.insert(channel).inserted { return true }
          state.turns[channel, default: []].append(turn)
          return false
        }
        if isFree { turn.resume() }
      }
    }

    private func giveTurn(_ channel: Channel) {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if state.turns[channel]?.isEmpty == false { return state.turns[channel]?.removeFirst() }
        state.busy.remove(channel)
        return nil
      }
      next?.resume()
    }
  }
}
