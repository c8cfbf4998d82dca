/// The frames of a message, as indices in the order of decoding, from 0.
///
/// Most messages have one frame, for which no array is allocated.
public struct FrameTrail: Hashable, Sendable {
  /// The frames before the last, in order.
  public let earlier: [Int]
  /// The frame that completed the message.
  public let last: Int

  /// Creates a trail of frames, in order.
  public init(earlier: [Int] = [], last: Int) {
    self.earlier = earlier
    self.last = last
  }

  /// Creates a trail of frames in order; `nil` for an empty array.
  public init?(_ frames: [Int]) {
    guard let last = frames.last else { return nil }
    self.init(earlier: [Int](frames.dropLast()), last: last)
  }

  /// All frames, in order.
  public var all: [Int] { earlier + [last] }
}
