public import HaloBluetooth
public import HaloHealth

/// Reads what goes over one link with a device as messages, whoever speaks with it: the eyes of captures.
///
/// Other than a driver it asks nothing and knows nothing of what was asked before the capture began.
public protocol ConversationReader: Sendable {
  /// The family of the device.
  static var family: WearableFamily { get }

  /// The characteristics that it reads, with the service of each and what it is for, in a few words.
  static var characteristics: [(uuid: BluetoothUUID, service: BluetoothUUID, purpose: String)] { get }

  /// The characteristics that values of one direction can have gone through, with how many bits of chance a sound message of each rules
  /// out: where a capture does not say what a handle is, messages that are sound tell it.
  static func candidates(_ direction: RecordedFrame.Direction) -> [(uuid: BluetoothUUID, bits: Int)]

  /// The time that a device is given with a value that the host writes; `nil` where it is given none.
  static func wallClock(setBy frame: [UInt8]) -> WallClock?

  /// Whether what a device sent can be the answer to what the host wrote; `nil` where that cannot be seen.
  static func isAnswer(_ frame: [UInt8], to request: [UInt8]) -> Bool?

  /// Whether two written values ask for the same, whatever else is in them: both may set the time, each to its own.
  static func asksTheSame(_ first: [UInt8], _ second: [UInt8]) -> Bool

  /// A text in a value that says whose device or phone it is; `nil` where there is none.
  static func personalText(in frame: [UInt8], _ direction: RecordedFrame.Direction) -> [UInt8]?

  /// A device's name with all but its model replaced; `nil` if the name is not of this family.
  static func redactedName(_ name: String) -> String?

  /// The values of one link, in order, with what they tell of a person's body made up, and all else as it was: as many values, each as
  /// long as before, with checksums that are right.
  static func redacted(_ values: [ConversationValue], using random: inout some RandomNumberGenerator) -> [[UInt8]]

  /// A reader that has seen nothing.
  init()

  /// Reads a value that went through one of ``characteristics``. `emit` gets each message that becomes whole with it.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID,
    emit: (any MessageFields) -> Void)

  /// Says what is still unfinished at the end of the link.
  mutating func finish(emit: (any MessageFields) -> Void)
}

/// A value that went through a characteristic.
public struct ConversationValue: Sendable, Hashable {
  /// Through which.
  public let characteristic: BluetoothUUID
  /// Which way.
  public let direction: RecordedFrame.Direction
  /// Its bytes.
  public let bytes: [UInt8]

  /// A value.
  public init(characteristic: BluetoothUUID, direction: RecordedFrame.Direction, bytes: [UInt8]) {
    self.characteristic = characteristic
    self.direction = direction
    self.bytes = bytes
  }
}
