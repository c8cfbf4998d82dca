/// The result of decoding a session's frames.
public struct DecodedSession: Sendable {
  /// The decoded content; frames are identified by their positions in ``frames``.
  public let contents: SessionContents
  /// The decoder's name and version, such as `colmi-ring/1`.
  public let decoder: String
  /// The journal's numbers of the frames and their times of reception, in order.
  public let frames: [(id: Int, time: Moment)]

  /// The result of `decoder` for `frames`.
  public init(_ contents: SessionContents, decoder: String, frames: [(id: Int, time: Moment)]) {
    self.contents = contents
    self.decoder = decoder
    self.frames = frames
  }
}
