public import HaloBluetooth
public import HaloHealth

/// A family whose frames can be read again at any time, without the device: what they say is a pure function of them.
public protocol SessionReading: Wearable {
  /// The decoder's name and version, such as `colmi-ring/1`. Another version may read old frames differently.
  static var decoderName: String { get }

  /// Whether its devices keep days that a sync brings home. One that only tells what it measures now is not looked for by itself.
  static var keepsDays: Bool { get }

  /// What the frames of one session say, those that were sent and those that were received, in order. `advertisedName` is the name that
  /// the device advertises, `nil` if it is not known: some models are recognized by it alone.
  static func read(_ frames: [RecordedFrame], advertisedName: String?) -> SessionContents

  /// The frames of one message whose bytes were changed, with its checksums computed again, so that ``read(_:advertisedName:)`` accepts
  /// them. A family without checksums returns them as they are.
  static func sealed(_ message: [RecordedFrame]) -> [RecordedFrame]
}

extension SessionReading {
  public static var keepsDays: Bool { true }
  public static func sealed(_ message: [RecordedFrame]) -> [RecordedFrame] { message }
}
