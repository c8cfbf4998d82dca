/// The frames that made a message: their places in the order in which the decoder was given them, counted from 0.
///
/// Most messages are one frame, which costs no memory here.
public struct FrameTrail: Hashable, Sendable {
  /// The frames before the last, in order.
  public let earlier: [Int]
  /// The frame that made the message whole.
  public let last: Int

  /// Frames in order.
  public init(earlier: [Int] = [], last: Int) {
    self.earlier = earlier
    self.last = last
  }

  /// Frames in order; `nil` if there are none.
  public init?(_ frames: [Int]) {
    guard let last = frames.last else { return nil }
    self.init(earlier: [Int](frames.dropLast()), last: last)
  }

  /// All of them, in order.
  public var all: [Int] { earlier + [last] }
}
