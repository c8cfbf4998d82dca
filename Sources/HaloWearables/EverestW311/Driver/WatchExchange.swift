import HaloBluetooth
import Synchronization

extension EverestW311 {
  /// A message, and the numbers that a recorder gave its frames.
  struct Received: Sendable {
    let message: Message
    let frames: [Int]
  }

  /// What a watch says, whether it was asked or not.
  enum Event: Sendable {
    case message(Received)
    case heartRate(HeartRateMonitor.Measurement, frame: Int?)
  }

  /// Requests and answers over a watch's link, one at a time, and everything that it says by itself.
  final class WatchExchange: Sendable {
    private typealias Steps = AsyncThrowingStream<Step, any Error>

    /// What comes while a request waits.
    private enum Step: Sendable {
      /// A packet of a longer answer, perhaps.
      case something
      case answer(Received)
    }

    private struct Shared {
      var decoders: [Channel: ReceivedDecoder] = [:]
      /// The recorder's numbers of a channel's frames.
      var frames: [Channel: [Int]] = [:]
      var lost: (any Error)?
      var open: (request: Request, waiter: Steps.Continuation)?
      var isBusy = false
      var turns: [CheckedContinuation<Void, Never>] = []
      var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
      var nextListener = 0
    }

    /// How long a watch may be silent before what it was asked is taken for unanswered.
    private static let patience = Duration.seconds(3)

    private let connection: any Connection
    private let clock: any Clock<Duration>
    private let inlet: Characteristic
    private let shared = Mutex(Shared())

    init(connection: any Connection, clock: any Clock<Duration>, inlet: Characteristic) {
      self.connection = connection
      self.clock = clock
      self.inlet = inlet
    }

    // MARK: What the watch says

    /// Takes in what comes on a channel until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, on channel: Channel) async {
      do {
        for try await value in values { receive(value, on: channel) }
        lose(BluetoothError(.read, device: connection.label, .disconnected))
      } catch {
        lose(error)
      }
    }

    /// Takes in heart rates until the link ends.
    func pumpHeartRate(_ values: AsyncThrowingStream<ReceivedValue, any Error>) async {
      do {
        for try await value in values {
          guard let measured = HeartRateMonitor.Measurement(value: value.bytes) else { continue }
          shared.withLock { shared in
            for listener in shared.listeners.values { listener.yield(.heartRate(measured, frame: value.frame)) }
          }
        }
      } catch {
        lose(error)
      }
    }

    private func receive(_ value: ReceivedValue, on channel: Channel) {
      shared.withLock { shared in
        shared.frames[channel, default: []].append(value.frame ?? -1)
        let numbers = shared.frames[channel] ?? []
        var messages: [Received] = []
        shared.decoders[channel, default: ReceivedDecoder()].receive(value.bytes, on: channel) { message, trail in
          messages.append(Received(message: message, frames: trail.all.map { numbers[$0] }.filter { $0 >= 0 }))
        }
        // Steps come by themselves, every other second, and are no part of an answer.
        if channel != .realTime { shared.open?.waiter.yield(.something) }
        for received in messages {
          for listener in shared.listeners.values { listener.yield(.message(received)) }
          guard let open = shared.open, open.request.isAnswered(by: received.message, on: channel) else { continue }
          shared.open = nil
          open.waiter.yield(.answer(received))
          open.waiter.finish()
        }
      }
    }

    /// What the watch says from now on, until `stop` is called or the link is lost. Who is slow misses the oldest.
    func listen() -> (events: AsyncStream<Event>, stop: @Sendable () -> Void) {
      let (events, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(600))
      let id = shared.withLock { shared in
        shared.nextListener += 1
        if shared.lost == nil { shared.listeners[shared.nextListener] = continuation } else { continuation.finish() }
        return shared.nextListener
      }
      return (events, { self.shared.withLock { $0.listeners.removeValue(forKey: id) }?.finish() })
    }

    private func lose(_ error: any Error) {
      let (listeners, open) = shared.withLock { shared in
        shared.lost = shared.lost ?? error
        defer {
          shared.listeners.removeAll()
          shared.open = nil
        }
        return ([AsyncStream<Event>.Continuation](shared.listeners.values), shared.open)
      }
      open?.waiter.finish(throwing: error)
      for listener in listeners { listener.finish() }
    }

    // MARK: What it is asked

    /// The answer to a request, when no other is under way; `nil` where the watch stays silent. To its end, even where the task is
    /// cancelled, so that no answer is taken for that of a later request.
    ///
    /// - Throws: The error that the link was lost with.
    func ask(_ request: Request) async throws -> Received? {
      try await TaskScope.shielded {
        await self.takeTurn()
        defer { self.giveTurn() }
        return try await self.send(request)
      }
    }

    private func send(_ request: Request) async throws -> Received? {
      let (steps, waiter) = Steps.makeStream()
      // The answer may be here before the write is confirmed, so waiting for it begins first.
      try shared.withLock { shared in
        if let lost = shared.lost { throw lost }
        // What is left of an earlier answer is none of this one's.
        shared.decoders[.history]?.finish { _, _ in }
        shared.open = (request, waiter)
      }
      defer { shared.withLock { $0.open = nil } }
      try await connection.write(
        request.bytes, to: inlet, withResponse: inlet.properties.contains(.write))
      while true {
        let step = try await TimeLimit.within(Self.patience, clock) {
          for try await step in steps { return step }
          throw CancellationError()
        }
        switch step {
        case .answer(let received): return received
        case .something: continue
        case nil: return nil
        }
      }
    }

    private func takeTurn() async {
      await withCheckedContinuation { turn in
        let isFree = shared.withLock { shared in
          if !shared.isBusy {
            shared.isBusy = true
            return true
          }
          shared.turns.append(turn)
          return false
        }
        if isFree { turn.resume() }
      }
    }

    private func giveTurn() {
      let next = shared.withLock { shared -> CheckedContinuation<Void, Never>? in
        if !shared.turns.isEmpty { return shared.turns.removeFirst() }
        shared.isBusy = false
        return nil
      }
      next?.resume()
    }
  }
}

extension EverestW311.Request {
  /// Whether a message can be the answer. Totals in real time look like the head of a day, and come on another channel.
  fileprivate func isAnswered(by message: EverestW311.Message, on channel: EverestW311.Channel) -> Bool {
    switch (self, message) {
    case (.alarms, .alarms), (.display, .display), (.userData, .userData), (.information, .watchInformation),
      (.historyRange, .historyRange):
      true
    case (.day(let date), .dayHistory(let history)): history.totals.date == date
    case (.day, .noData(.day)), (.heartRateHistory, .noData(.heartRate)): true
    case (.day, .incomplete(let packets)): packets.kind == .day && channel == .history
    case (.heartRateHistory(let date), .heartRateHistory(let history)): history.date == date
    case (.heartRateHistory, .incomplete(let packets)): packets.kind == .heartRate
    // A question that is only confirmed has no answer, and a setting no other.
    case (_, .acknowledged(let group, let key)): frame.command == EverestW311.Command(group, key)
    default: false
    }
  }
}
