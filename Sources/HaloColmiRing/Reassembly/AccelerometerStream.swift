import HaloWearables

extension ColmiRing {
  /// The raw stream, whose accelerometer readings have one of two encodings.
  ///
  /// The encoding is decided once for a stream. A reading that fits both is held back, together with the messages behind it, until
  /// another reading decides. After `lookahead` messages, or when the stream ends, it has the encoding that it fits best, 12 bits.
  struct AccelerometerStream: Sendable {
    private struct Held {
      let message: Message
      let trail: FrameTrail
      /// The packet of a reading, whose encoding is not decided.
      var reading: Packet?
    }

    /// How many messages may be held back.
    var lookahead: Int
    /// The encoding that was decided; `nil` if the stream has not shown it.
    private var encoding: RawAccelerometer.Encoding?
    private var held: [Held] = []

    /// `encoding` is the one that is known already.
    init(_ encoding: RawAccelerometer.Encoding?, lookahead: Int) {
      self.encoding = encoding
      self.lookahead = lookahead
    }

    /// Whether messages are held back.
    var isWaiting: Bool { !held.isEmpty }

    /// Takes in a packet of the raw stream.
    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      let trail = FrameTrail(last: frame)
      guard packet[1] == RawAccelerometer.subtype else {
        if packet[1] == RawLight.stopped {
          flush(emit: emit)
          encoding = nil
        }
        return receive(Message(packet), trail, emit: emit)
      }
      if RawAccelerometer.Encoding.isCertainlySixteenBit(packet) {
        // Readings in front of it may have been taken for 12 bits, if they were more than could be held back.
        encoding = .sixteenBit
        flush(emit: emit)
      }
      let message = Message.rawAccelerometer(RawAccelerometer(packet, encoding ?? .twelveBit))
      if encoding == nil {
        hold(Held(message: message, trail: trail, reading: packet), emit: emit)
      } else {
        emit(message, trail)
      }
    }

    /// Takes in another message, which keeps its place behind those that are held back.
    mutating func receive(_ message: Message, _ trail: FrameTrail, emit: (Message, FrameTrail) -> Void) {
      if isWaiting { hold(Held(message: message, trail: trail), emit: emit) } else { emit(message, trail) }
    }

    /// Ends the wait for a reading that decides.
    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      guard isWaiting else { return }
      encoding = .twelveBit
      flush(emit: emit)
    }

    private mutating func hold(_ message: Held, emit: (Message, FrameTrail) -> Void) {
      held.append(message)
      if held.count >= lookahead { finish(emit: emit) }
    }

    private mutating func flush(emit: (Message, FrameTrail) -> Void) {
      for held in held {
        let reading = held.reading.map { Message.rawAccelerometer(RawAccelerometer($0, encoding ?? .twelveBit)) }
        emit(reading ?? held.message, held.trail)
      }
      held.removeAll(keepingCapacity: true)
    }
  }
}
