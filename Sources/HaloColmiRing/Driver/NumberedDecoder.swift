extension ColmiRing {
  /// A decoded message of a ring.
  struct Received: Sendable, Hashable {
    let message: Message
    /// The recorder's number of the frame that completed the message.
    let frame: Int
    /// The channel of the message.
    let channel: Channel
    /// The first byte of the packet that completed the message, on the channel of commands.
    let command: UInt8?
  }

  /// Decodes the frames of one link into messages with the recorder's numbers of their last frames.
  struct NumberedDecoder: Sendable {
    /// Live readings are not delayed for lookahead. At most one in 4096 is decoded in the wrong encoding until the next
    /// one arrives; decoding the journal again corrects it.
    private var decoder = ReceivedDecoder(accelerometer: nil, lookahead: 1)

    /// Drops an incomplete answer.
    ///
    /// Packets of the next answer must not complete it. Even if they could, it would be unreliable: a packet of one
    /// day, sent twice, may replace a lost packet of another day.
    mutating func dropUnfinished(on channel: Channel) { decoder.finish(channel) { _, _ in } }

    /// Decodes a frame and returns the messages that it completes.
    mutating func receive(_ value: ReceivedValue, on channel: Channel) -> [Received] {
      let command = channel == .commands ? value.bytes.first : nil
      var messages: [Received] = []
      decoder.receive(value.bytes, on: channel, number: value.frame) { message, trail in
        messages.append(Received(message: message, frame: trail.last, channel: channel, command: command))
      }
      return messages
    }
  }
}
