public import HaloBluetooth

/// Decodes the frames of one device, in order, into messages as lines of JSON (`docs/messages.md`): what `halo decode` and
/// explanations print.
///
/// Decoding is pure and total: a frame that is unknown or damaged becomes a message with its bytes.
public protocol FrameDecoder: Sendable {
  /// The characteristic of a channel that people write by number before a frame, as in `v2:bc27…`; `nil` if there is no such channel.
  static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID?

  /// Which bytes of a frame that stands for itself hold which field of its message; empty if that is not known.
  static func byteMap(
    of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
  ) -> [ByteField]

  /// A decoder that has received no frames.
  init()

  /// Decodes a frame and appends each message that it completes to `lines`. `characteristic` is `nil` if it is not known; the decoder
  /// then infers it from the bytes.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    into lines: inout JSONLineWriter)

  /// Appends the messages that are still incomplete, and drops them.
  mutating func finish(into lines: inout JSONLineWriter)
}

extension FrameDecoder {
  public static func byteMap(
    of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
  ) -> [ByteField] { [] }

  public static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID? {
    nil
  }
}
