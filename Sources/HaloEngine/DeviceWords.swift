public import HaloBluetooth
import HaloWearables

/// What frames say, in the vocabulary of `halo decode`.
public enum DeviceWords {
  /// The messages in frames that a device of a family sent, each as a line of JSON.
  public static func messages(in frames: [RecordedFrame], family: String) -> [String] {
    var messages: [String] = []
    var (ring, watch) = (ColmiRing.ReceivedDecoder(), EverestW311.ReceivedDecoder())
    for frame in frames {
      if CharacteristicMessages.known.contains(frame.characteristic) {
        var line = JSONLineWriter()
        CharacteristicMessages.message(frame.bytes, of: frame.characteristic).appendJSONLine(to: &line)
        messages.append(text(line))
      } else if family == EverestW311Driver.family.id {
        watch.receive(frame.bytes) { message, _ in messages.append(json(message)) }
      } else {
        ring.receive(frame.bytes) { message, _ in messages.append(json(message)) }
      }
    }
    return messages
  }

  private static func json(_ message: some MessageFields) -> String {
    var line = JSONLineWriter()
    line.append(message)
    return text(line)
  }

  private static func text(_ line: JSONLineWriter) -> String { String(decoding: line.bytes.dropLast(), as: UTF8.self) }
}
