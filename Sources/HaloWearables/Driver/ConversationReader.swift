/// Decodes all traffic of one link with a device, whether Halo or another app is the host. Used to analyze captures.
///
/// Unlike a driver, it sends no requests, and it does not know the requests sent before the capture began.
public protocol ConversationReader: Sendable {
  /// The family of the device.
  static var family: WearableFamily { get }

  /// The decoded characteristics, each with its service and its purpose in a few words.
  static var characteristics: [(uuid: BluetoothUUID, service: BluetoothUUID, purpose: String)] { get }

  /// The characteristics that values of one direction can belong to. `bits` is the strength of a valid message's
  /// checks, in bits: it is used to identify unknown handles by the valid messages they carry.
  static func candidates(_ direction: RecordedFrame.Direction) -> [(uuid: BluetoothUUID, bits: Int)]

  /// Returns whether a message shows that its values are of this family, because the checks of its frames hold.
  static func isSound(_ message: any MessageFields) -> Bool

  /// Returns the time that the host sets with this value; `nil` if the value sets no time.
  static func wallClock(setBy frame: [UInt8]) -> WallClock?

  /// Returns whether a received value can be the answer to a written one; `nil` if that cannot be decided.
  static func isAnswer(_ frame: [UInt8], to request: [UInt8]) -> Bool?

  /// Returns whether two written values are the same request, apart from variable content such as the time to set.
  static func asksTheSame(_ first: [UInt8], _ second: [UInt8]) -> Bool

  /// Returns a text in the value that identifies the owner, such as a phone's name; `nil` for other values.
  static func personalText(in frame: [UInt8], _ direction: RecordedFrame.Direction) -> [UInt8]?

  /// Redacts a device's name except for its model; returns `nil` if the name is not of this family.
  static func redactedName(_ name: String) -> String?

  /// Redacts the values of one link, in order: health data is replaced by invented data, all else is kept. The number
  /// and the lengths of the values stay the same, and checksums are valid.
  static func redacted(_ values: [ConversationValue], using random: inout some RandomNumberGenerator) -> [[UInt8]]

  /// Creates a reader that has read no values.
  init()

  /// Decodes a value of one of ``characteristics``. `emit` is called with each message that the value completes.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID,
    emit: (any MessageFields) -> Void)

  /// Emits messages that are still incomplete at the end of the link.
  mutating func finish(emit: (any MessageFields) -> Void)
}

extension ConversationReader {
  /// A message that is neither damaged nor incomplete.
  public static func isSound(_ message: any MessageFields) -> Bool {
    message.type != "corrupt" && message.type != "incomplete"
  }

  /// No texts of the owner.
  public static func personalText(in frame: [UInt8], _ direction: RecordedFrame.Direction) -> [UInt8]? { nil }
}

/// A value that was read, written or notified on a characteristic.
public struct ConversationValue: Sendable, Hashable {
  /// The value's characteristic.
  public let characteristic: BluetoothUUID
  /// The value's direction.
  public let direction: RecordedFrame.Direction
  /// The bytes of the value.
  public let bytes: [UInt8]

  /// Creates a value.
  public init(characteristic: BluetoothUUID, direction: RecordedFrame.Direction, bytes: [UInt8]) {
    self.characteristic = characteristic
    self.direction = direction
    self.bytes = bytes
  }
}
