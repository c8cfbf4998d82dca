public import HaloBluetooth
public import HaloWearables

extension EverestW311 {
  /// Decodes the traffic between an app and a watch.
  public struct Conversation: FrameDecoder {
    private var received = ReceivedDecoder()

    /// Creates a reader that has read no frames.
    public init() {}

    /// Maps the bytes of a frame to the fields of its message.
    public static func byteMap(
      of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
    ) -> [ByteField] {
      direction == .received ? type(of: Message(frame).content).byteMap : []
    }

    /// Decodes a frame. The first byte identifies the sender; frames without a head are always from the watch.
    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
      into lines: inout JSONLineWriter
    ) {
      if direction == .sent || Request(frame) != nil {
        finish(into: &lines)
        lines.append(SentMessage(frame))
      } else {
        received.receive(frame, on: characteristic.flatMap { GATT.channel($0) }) { message, _ in lines.append(message) }
      }
    }

    /// Appends messages that are still incomplete.
    public mutating func finish(into lines: inout JSONLineWriter) {
      received.finish { message, _ in lines.append(message) }
    }
  }
}
