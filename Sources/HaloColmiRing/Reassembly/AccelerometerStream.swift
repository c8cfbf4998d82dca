extension ColmiRing {
  /// Decodes the raw stream, whose accelerometer readings have one of two encodings.
  ///
  /// The encoding is determined once for a stream. A reading that is valid in both encodings is held back, together
  /// with the messages after it, until another reading determines the encoding. After `lookahead` messages, or at the
  /// end of the stream, the encoding defaults to 12 bits.
  struct AccelerometerStream: Sendable {
    private struct Held {
      let message: Message
      let trail: FrameTrail
      /// The packet of a reading whose encoding is not determined yet.
      var reading: Packet?
    }

    /// The maximum number of held messages.
    var lookahead: Int
    /// The encoding; `nil` if it is not determined yet.
    private var encoding: RawAccelerometer.Encoding?
    private var held: [Held] = []

    /// Creates a decoder; `encoding` is given if it is known.
    init(_ encoding: RawAccelerometer.Encoding?, lookahead: Int) {
      self.encoding = encoding
      self.lookahead = lookahead
    }

    /// True if messages are held back.
    var isWaiting: Bool { !held.isEmpty }

    /// Processes a packet of the raw stream.
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
        // If there were more earlier readings than `lookahead`, some may have been decoded as 12 bits.
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

    /// Processes another message, which stays in order after the held ones.
    mutating func receive(_ message: Message, _ trail: FrameTrail, emit: (Message, FrameTrail) -> Void) {
      if isWaiting { hold(Held(message: message, trail: trail), emit: emit) } else { emit(message, trail) }
    }

    /// Releases the held messages.
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
