/// The origin of a value, down to the bytes it was decoded from.
public struct Provenance: Hashable, Sendable {
  /// The frames it was decoded from: their positions in the recording, counted from 0, in order of arrival.
  public let frames: [Int]
  /// The decoder with its version, such as `colmi-ring/1`.
  public let decoder: String

  /// A value decoded by `decoder` from these frames.
  public init(frames: [Int], decoder: String) {
    self.frames = frames
    self.decoder = decoder
  }
}
