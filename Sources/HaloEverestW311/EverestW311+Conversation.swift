public import HaloBluetooth
public import HaloWearables

extension EverestW311 {
  /// Reads what an app and a watch say to each other.
  public struct Conversation: FrameDecoder {
    private var received = ReceivedDecoder()

    public init() {}

    public static func byteMap(
      of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
    ) -> [ByteField] {
      direction == .received ? type(of: Message(frame).content).byteMap : []
    }

    /// A watch's frames say themselves who sent them; what has no head can only be the watch's.
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

    public mutating func finish(into lines: inout JSONLineWriter) {
      received.finish { message, _ in lines.append(message) }
    }
  }
}
