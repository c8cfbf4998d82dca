import HaloBluetooth
import HaloHealth
import Synchronization

extension ColmiRing {
  /// Requests and answers over a ring's link: one at a time on each of its two channels.
  final class RingExchange: Sendable {
    /// Rings take 95 ms to begin an answer and pause 50 ms within one (measured on an R12); slow links make it a second.
    private static let longestPause = Duration.milliseconds(2500)

    /// The messages that no request was waiting for.
    let unasked = Broadcast<Received>()
    private let connection: any Connection
    private let inlets: [Channel: Characteristic]
    private let channels: [Channel: RequestChannel<ExpectedAnswer>]
    private let decoder = Mutex(NumberedDecoder())
    /// How long an answer to a command may take to begin.
    private let beginning = Mutex(RingExchange.longestPause)

    init(connection: any Connection, clock: any Clock<Duration>, inlets: [Channel: Characteristic]) {
      self.connection = connection
      self.inlets = inlets
      let unasked = self.unasked
      channels = inlets.mapValues { _ in RequestChannel(device: connection.label, clock: clock, unasked: unasked) }
    }

    /// Whether the ring has the channel of big data: some firmware does not.
    var hasBigData: Bool { channels[.bigData] != nil }

    /// Sets how long an answer to a command may take to begin, by how long one took on this link.
    ///
    /// A shorter wait than for the rest of an answer loses nothing: the next request asks for something else, and a late answer
    /// arrives before the answer to that.
    func adjustTimeout(to roundTrip: Duration) {
      beginning.withLock { $0 = min(max(roundTrip * 6, .milliseconds(750)), Self.longestPause) }
    }

    /// Sets how long an answer to a command may take to begin as for a link on which none has come yet.
    func resetTimeout() { beginning.withLock { $0 = Self.longestPause } }

    /// Takes in what comes on a channel until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, on channel: Channel) async {
      guard let loss = await channels[channel]?.pump(values, { receive($0, on: channel) }) else { return }
      for channel in channels.values { channel.lose(loss) }
    }

    /// Takes in a frame.
    func receive(_ value: ReceivedValue, on channel: Channel) {
      let requests = channels[channel]
      if requests?.noteProgress(where: { $0.isFed(by: value.bytes, on: channel) }) == true {
        // The link is at work: on a slow one, each channel waits for the other's packets.
        for channel in channels.values { channel.postponeTimeout() }
      }
      for received in decoder.withLock({ $0.receive(value, on: channel) }) { requests?.receive(received) }
    }

    /// Sends a request when its channel is free, and waits for its answer; `date` is the day that it asks for, if the answer
    /// names it. `isPatient` waits for its beginning as long as for the rest.
    ///
    /// - Throws: `RequestTimedOut`, the error that the link was lost with, or `CancellationError`.
    func ask(
      _ request: Request, of date: CalendarDate? = nil, isPatient: Bool = false
    ) async throws -> Received {
      let (requests, inlet) = try channel(for: request)
      let channel = request.outgoing.channel
      let isSlow = isPatient || channel == .bigData
      let timeout = AnswerTimeout(Self.longestPause, beginning: isSlow ? nil : beginning.withLock { $0 })
      return try await requests.request(ExpectedAnswer(to: request, of: date), timeout: timeout) {
        self.decoder.withLock { $0.dropUnfinished(on: channel) }
      } write: {
        try await self.write(request, to: inlet)
      }
    }

    /// Sends a request that has no answer, when its channel is free.
    func send(_ request: Request) async throws {
      let (requests, inlet) = try channel(for: request)
      try await requests.send { try await self.write(request, to: inlet) }
    }

    private func channel(for request: Request) throws -> (RequestChannel<ExpectedAnswer>, Characteristic) {
      guard let requests = channels[request.outgoing.channel], let inlet = inlets[request.outgoing.channel] else {
        throw RequestTimedOut(device: connection.label, hasBegun: false)
      }
      return (requests, inlet)
    }

    /// Writes a request. Of the refused commands, only power-off and factory reset are sent; their callers ask the person first.
    private func write(_ request: Request, to inlet: Characteristic) async throws {
      let bytes = request.outgoing.bytes
      if request != .powerOff, request != .factoryReset, let refusal = ColmiRingDriver.refusal(of: bytes) {
        throw refusal
      }
      try await connection.write(bytes, to: inlet, withResponse: inlet.properties.contains(.write))
    }
  }
}
