import Synchronization

extension EverestW311 {
  /// A decoded message, with the recorder's numbers of its frames.
  struct Received: Sendable {
    let message: Message
    let frames: [Int]
    /// The channel of the message.
    let channel: Channel
  }

  /// A message or measurement from the watch, requested or unsolicited.
  enum Event: Sendable {
    case message(Received)
    case heartRate(HeartRateService.Measurement, frame: Int?)
  }

  /// Exchanges requests and answers with a watch, one at a time, and publishes everything that it sends.
  final class WatchExchange: Sendable {
    /// The time without a frame after which a request counts as unanswered.
    private static let timeout = AnswerTimeout(.seconds(3))

    /// Everything that the watch sends, until the link is lost. Slow listeners miss the oldest events.
    let events = Broadcast<Event>(bufferingPolicy: .bufferingNewest(600))
    private let connection: any Connection
    private let writeCharacteristic: Characteristic
    private let requests: RequestChannel<ExpectedAnswer>
    private let decoders = Mutex<[Channel: ReceivedDecoder]>([:])

    init(connection: any Connection, clock: any Clock<Duration>, writeCharacteristic: Characteristic) {
      self.connection = connection
      self.writeCharacteristic = writeCharacteristic
      requests = RequestChannel(device: connection.label, clock: clock)
    }

    /// Processes the frames of a channel until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, on channel: Channel) async {
      await requests.pump(values) { receive($0, on: channel) }
      events.finish()
    }

    /// Processes heart rates until the link ends.
    func pumpHeartRate(_ values: AsyncThrowingStream<ReceivedValue, any Error>) async {
      await requests.pump(values) { value in
        guard let measured = HeartRateService.Measurement(value: value.bytes) else { return }
        events.send(.heartRate(measured, frame: value.frame))
      }
      events.finish()
    }

    private func receive(_ value: ReceivedValue, on channel: Channel) {
      let messages = decoders.withLock { decoders in
        var messages: [Received] = []
        decoders[channel, default: ReceivedDecoder()].receive(value.bytes, on: channel, number: value.frame ?? -1) {
          messages.append(Received(message: $0, frames: $1.all.filter { $0 >= 0 }, channel: channel))
        }
        return messages
      }
      // Steps are sent every other second without a request, and do not belong to an answer.
      if channel != .realTime { requests.noteProgress() }
      for received in messages {
        events.send(.message(received))
        requests.receive(received)
      }
    }

    /// Sends a request when no other is running; returns `nil` if the watch does not answer. It is not canceled with
    /// the task, so that its answer is not mistaken for that of a later request.
    ///
    /// - Throws: The error with which the link was lost.
    /// - Throws: The error with which the link was lost.
    func ask(_ request: Request) async throws -> Received? {
      try await TaskScope.shielded {
        do {
          return try await self.requests.request(ExpectedAnswer(request: request), timeout: Self.timeout) {
            // The rest of an earlier answer must not become part of this one.
            self.decoders.withLock { $0[.history]?.finish { _, _ in } }
          } write: {
            try await self.connection.write(
              request.bytes, to: self.writeCharacteristic,
              withResponse: self.writeCharacteristic.properties.contains(.write))
          }
        } catch is RequestTimedOut {
          return nil
        }
      }
    }
  }
}

extension EverestW311 {
  /// Recognizes the answer to a request among all messages of a watch.
  struct ExpectedAnswer: AnswerMatcher {
    let request: Request

    func matches(_ received: Received) -> Bool {
      received.message.content.isAnswer(to: request, on: received.channel)
    }
  }
}
