/// A family whose recorded frames can be decoded again at any time, without the device: the result is a pure function
/// of the frames.
public protocol SessionReading: Wearable {
  /// The decoder's name and version, such as `colmi-ring/1`. Another version may decode old frames differently.
  static var decoderName: String { get }

  /// True if the devices store days that a sync fetches. Devices that only measure live are not synced automatically.
  static var storesDays: Bool { get }

  /// Decodes the frames of one session in order, sent and received. Some models are recognized by the advertised name of
  /// `device` alone.
  static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents

  /// Returns the number of the user in the frames of one session; `DeviceTraits.severalUsers` for several, `nil` without
  /// any.
  static func user(in frames: [RecordedFrame]) -> Int?

  /// Computes the checksums of one message again after its bytes were changed, so that ``read(_:of:)``
  /// accepts it. A family without checksums returns the frames unchanged.
  static func withChecksums(_ message: [RecordedFrame]) -> [RecordedFrame]
}

extension SessionReading {
  /// The devices store days.
  public static var storesDays: Bool { true }
  /// No users.
  public static func user(in frames: [RecordedFrame]) -> Int? { nil }
  /// Decodes the frames of a device of which only the advertised name is known, or nothing.
  public static func read(_ frames: [RecordedFrame], advertisedName: String?) -> SessionContents {
    read(frames, of: DeviceTraits(advertisedName: advertisedName))
  }
  /// No checksums: the frames are unchanged.
  public static func withChecksums(_ message: [RecordedFrame]) -> [RecordedFrame] { message }
}
