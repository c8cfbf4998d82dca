import HaloColmiRing
import HaloTesting
import HaloWearables

/// Makes a command packet that begins with these bytes.
func packet(_ text: String) -> [UInt8] {
  let front = bytes(text)
  return ColmiRing.Packet(front[0], [UInt8](front.dropFirst())).bytes
}

/// Decodes frames, including `finish`.
func decode(_ frames: [[UInt8]], on channel: ColmiRing.Channel? = nil) -> [ColmiRing.Message] {
  decodeWithTrails(frames, on: channel).map(\.message)
}

/// Decodes frames, including `finish`, and returns the frames of each message.
func decodeWithTrails(
  _ frames: [[UInt8]], on channel: ColmiRing.Channel? = nil
) -> [(message: ColmiRing.Message, frames: [Int])] {
  var decoder = ColmiRing.ReceivedDecoder()
  var messages: [(ColmiRing.Message, [Int])] = []
  for frame in frames {
    decoder.receive(frame, on: channel) { messages.append(($0, $1.all)) }
  }
  decoder.finish { messages.append(($0, $1.all)) }
  return messages
}

/// Decodes frames that an app wrote.
func decodeSent(_ frames: [[UInt8]]) -> [ColmiRing.SentMessage] {
  var decoder = ColmiRing.SentDecoder()
  var messages: [ColmiRing.SentMessage] = []
  for frame in frames { decoder.receive(frame) { message, _ in messages.append(message) } }
  decoder.finish { message, _ in messages.append(message) }
  return messages
}

/// The encoded bytes of a ring's packets, as frames.
func frames(_ packets: [ColmiRing.Packet]) -> [[UInt8]] { packets.map(\.bytes) }
