/// Decodes the frames of one device, in order, into messages as lines of JSON (`docs/messages.md`), for `halo decode`
/// and `halo explain`.
///
/// Decoding is pure and total: a frame that is unknown or damaged becomes a message with its bytes.
public protocol FrameDecoder: Sendable {
  /// Returns the characteristic of a channel number that precedes a frame in text, as in `v2:bc27…`; `nil` if there is
  /// no such channel.
  static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID?

  /// Maps the bytes of a self-contained frame to the fields of its message; empty if the mapping is not known.
  static func byteMap(
    of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
  ) -> [ByteField]

  /// A decoder that has received no frames.
  init()

  /// Decodes a frame and appends each message that it completes to `lines`. `characteristic` is `nil` if it is not
  /// known; the decoder then infers it from the bytes.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    into lines: inout JSONLineWriter)

  /// Appends the messages that are still incomplete, and drops them.
  mutating func finish(into lines: inout JSONLineWriter)
}

extension FrameDecoder {
  /// No byte map.
  public static func byteMap(
    of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
  ) -> [ByteField] { [] }

  /// No numbered channels.
  public static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID? {
    nil
  }
}
