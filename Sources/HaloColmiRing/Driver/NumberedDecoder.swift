import HaloBluetooth
import HaloWearables

extension ColmiRing {
  /// A message of a ring and the numbers of the frames it came in.
  struct Received: Sendable, Hashable {
    let message: Message
    let frames: [Int]
    /// The channel it came on.
    let channel: Channel
    /// The first byte of the packet that made it whole, on the channel of commands.
    let command: UInt8?
  }

  /// Decodes the frames of one link, and notes the recorder's number of each.
  struct NumberedDecoder: Sendable {
    /// Live readings are not held back. One in 4096 that is read in the wrong encoding until the next is read right from the journal.
    private var decoder = ReceivedDecoder(accelerometer: nil, lookahead: 1)
    /// The recorder's number of each frame that the decoder was given.
    private var frameNumbers: [Int] = []

    /// Drops an unfinished answer.
    ///
    /// It must not be finished with packets of the next one, and is not believed even if it could be whole: a packet of one day, sent
    /// twice, may stand in for a lost one of another.
    mutating func dropUnfinished(on channel: Channel) { decoder.finish(channel) { _, _ in } }

    /// Decodes a frame; returns the messages that it makes whole.
    mutating func receive(_ value: ReceivedValue, on channel: Channel) -> [Received] {
      frameNumbers.append(value.frame ?? frameNumbers.count)
      let command = channel == .commands ? value.bytes.first : nil
      var messages: [Received] = []
      decoder.receive(value.bytes, on: channel) { message, trail in
        let frames = trail.all.map { frameNumbers[$0] }
        messages.append(Received(message: message, frames: frames, channel: channel, command: command))
      }
      return messages
    }
  }
}
