/// A frame beside the one before it of its kind.
public struct FrameStep: Hashable, Sendable {
  /// The frame.
  public let frame: CharacteristicFrame
  /// Offsets of the bytes that are not what they were in the frame before; empty for the first frame.
  public let changed: [Int]
  /// How many frames after it say the same again.
  public internal(set) var repeatCount: Int
  /// When the last of these was.
  public internal(set) var lastTime: CaptureTime?

  /// The steps from frame to frame of one kind; what says the same again is in the step before.
  public static func all(_ frames: [CharacteristicFrame]) -> [FrameStep] {
    var steps: [FrameStep] = []
    for frame in frames {
      let before = steps.last?.frame.bytes
      if let before, before == frame.bytes {
        steps[steps.count - 1].repeatCount += 1
        steps[steps.count - 1].lastTime = frame.time
      } else {
        let changed = before.map { differences($0, frame.bytes) } ?? []
        steps.append(FrameStep(frame: frame, changed: changed, repeatCount: 0, lastTime: nil))
      }
    }
    return steps
  }

  /// Where two values differ; what only one of them has differs.
  public static func differences(_ one: [UInt8], _ other: [UInt8]) -> [Int] {
    (0..<max(one.count, other.count)).filter { index in
      let both = one.indices.contains(index) && other.indices.contains(index)
      return !both || one[index] != other[index]
    }
  }
}
