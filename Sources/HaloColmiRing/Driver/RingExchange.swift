import Synchronization

extension ColmiRing {
  /// Exchanges requests and answers with a ring: one request at a time on each of its two channels.
  final class RingExchange: Sendable {
    /// Rings start an answer after 95 ms and pause 50 ms within one (measured on an R12); slow links need a second.
    private static let longestPause = Duration.milliseconds(2500)

    /// Unsolicited messages.
    let unsolicited = Broadcast<Received>()
    private let connection: any Connection
    private let writeCharacteristics: [Channel: Characteristic]
    private let channels: [Channel: RequestChannel<ExpectedAnswer>]
    private let decoder = Mutex(NumberedDecoder())
    /// The timeout for the start of an answer to a command.
    private let beginning = Mutex(RingExchange.longestPause)

    init(connection: any Connection, clock: any Clock<Duration>, writeCharacteristics: [Channel: Characteristic]) {
      self.connection = connection
      self.writeCharacteristics = writeCharacteristics
      let unsolicited = self.unsolicited
      channels = writeCharacteristics.mapValues { _ in
        RequestChannel(device: connection.label, clock: clock, unsolicited: unsolicited)
      }
    }

    /// True if the ring has the channel of big data. Some firmware lacks it.
    var hasBigData: Bool { channels[.bigData] != nil }

    /// Sets the timeout for the start of an answer to a command, from a round trip measured on this link.
    ///
    /// A timeout shorter than that within an answer is safe: the next request is a different one, and a late answer
    /// arrives before its answer.
    func adjustTimeout(to roundTrip: Duration) {
      beginning.withLock { $0 = min(max(roundTrip * 6, .milliseconds(750)), Self.longestPause) }
    }

    /// Resets the timeout for the start of an answer to that of a new link.
    func resetTimeout() { beginning.withLock { $0 = Self.longestPause } }

    /// Processes the frames of a channel until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, on channel: Channel) async {
      guard let loss = await channels[channel]?.pump(values, { receive($0, on: channel) }) else { return }
      for channel in channels.values { channel.lose(loss) }
    }

    /// Processes a frame.
    func receive(_ value: ReceivedValue, on channel: Channel) {
      let requests = channels[channel]
      if requests?.noteProgress(where: { $0.isExtended(by: value.bytes, on: channel) }) == true {
        // Activity on either channel postpones both timeouts, because on a slow link each channel waits for the other's
        // packets.
        for channel in channels.values { channel.postponeTimeout() }
      }
      for received in decoder.withLock({ $0.receive(value, on: channel) }) { requests?.receive(received) }
    }

    /// Sends a request when its channel is free, and waits for its answer; `date` is the requested day, if the answer
    /// contains it. With `usesLongTimeout`, the timeout for the start is as long as that within an answer.
    ///
    /// - Throws: `RequestTimedOut`, the error with which the link was lost, or `CancellationError`.
    func ask(
      _ request: Request, of date: CalendarDate? = nil, usesLongTimeout: Bool = false
    ) async throws -> Received {
      let (requests, writeCharacteristic) = try channel(for: request)
      let channel = request.outgoing.channel
      let isSlow = usesLongTimeout || channel == .bigData
      let timeout = AnswerTimeout(Self.longestPause, beginning: isSlow ? nil : beginning.withLock { $0 })
      return try await requests.request(ExpectedAnswer(to: request, of: date), timeout: timeout) {
        self.decoder.withLock { $0.dropUnfinished(on: channel) }
      } write: {
        try await self.write(request, to: writeCharacteristic)
      }
    }

    /// Returns the answer to a request; `nil` if the ring does not answer in time or refuses the write.
    func answer(
      to request: Request, of date: CalendarDate? = nil, usesLongTimeout: Bool = false
    ) async throws -> Received? {
      do {
        return try await ask(request, of: date, usesLongTimeout: usesLongTimeout)
      } catch is RequestTimedOut {
        return nil
      } catch let error as BluetoothError where error.isRefusedWrite {
        return nil
      }
    }

    /// Sends a request without an answer, when its channel is free.
    func send(_ request: Request) async throws {
      let (requests, writeCharacteristic) = try channel(for: request)
      try await requests.send { try await self.write(request, to: writeCharacteristic) }
    }

    private func channel(for request: Request) throws -> (RequestChannel<ExpectedAnswer>, Characteristic) {
      guard let requests = channels[request.outgoing.channel],
        let writeCharacteristic = writeCharacteristics[request.outgoing.channel]
      else {
        throw RequestTimedOut(device: connection.label, hasBegun: false)
      }
      return (requests, writeCharacteristic)
    }

    /// Writes a request, the only way to a ring. Of the forbidden frames, only power-off and factory reset are sent; their
    /// callers ask the user first.
    private func write(_ request: Request, to writeCharacteristic: Characteristic) async throws {
      let bytes = request.outgoing.bytes
      switch Request.verdict(onWriting: bytes, on: request.outgoing.channel) {
      case .harmless: break
      case .forbidden where request == .powerOff || request == .factoryReset: break
      // The driver has recognized the firmware.
      case .unknown where request == .endRawStreamOfH59: break
      case .forbidden(let reason), .unknown(let reason): throw WriteRefusal(reason)
      }
      try await connection.write(
        bytes, to: writeCharacteristic, withResponse: writeCharacteristic.properties.contains(.write))
    }
  }
}
