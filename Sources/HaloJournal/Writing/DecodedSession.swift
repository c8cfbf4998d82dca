public import HaloHealth

/// What a decoder read from a session's frames.
public struct DecodedSession: Sendable {
  /// What the frames say; a frame is named by its place in ``frames``.
  public let contents: SessionContents
  /// The decoder's name and version, such as `colmi-ring/1`.
  public let decoder: String
  /// The journal's numbers of the frames, and when each came, in order.
  public let frames: [(id: Int, time: Moment)]

  /// What `decoder` read from `frames`.
  public init(_ contents: SessionContents, decoder: String, frames: [(id: Int, time: Moment)]) {
    self.contents = contents
    self.decoder = decoder
    self.frames = frames
  }
}
