/// Where a value came from, so that it can be followed down to the bytes.
public struct Provenance: Hashable, Sendable {
  /// The frames it was decoded from: their places in the recording they were read from, counted from 0, in order of arrival.
  public let frames: [Int]
  /// The decoder that read them, with its version, such as `colmi-ring/1`.
  public let decoder: String

  /// A value decoded by `decoder` from these frames.
  public init(frames: [Int], decoder: String) {
    self.frames = frames
    self.decoder = decoder
  }
}
