public import HaloBluetooth

/// Decodes the frames of one device, in order, into messages as lines of JSON (`docs/messages.md`): what `halo decode` and
/// explanations print.
///
/// Decoding is pure and total: a frame that nobody understands, or that is damaged, becomes a message with its bytes.
public protocol FrameDecoder: Sendable {
  /// The characteristic of a channel by the number that people write before a frame, as in `v2:bc27…`; `nil` if there is no such
  /// channel.
  static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID?

  /// A decoder that has seen nothing.
  init()

  /// Decodes a frame. Each message that becomes whole with it goes into `lines`. `characteristic` is `nil` if it is not known; the
  /// bytes say then what they are, as far as they can.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    into lines: inout JSONLineWriter)

  /// Writes what is still unfinished, and forgets it.
  mutating func finish(into lines: inout JSONLineWriter)
}

extension FrameDecoder {
  public static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID? {
    nil
  }
}
