/// A frame compared with the previous frame of its kind.
public struct FrameStep: Hashable, Sendable {
  public let frame: CharacteristicFrame
  /// Offsets of the bytes that changed since the previous frame; empty for the first frame.
  public let changed: [Int]
  /// The number of identical frames that follow.
  public internal(set) var repeatCount: Int
  /// The time of the last identical frame.
  public internal(set) var lastTime: CaptureTime?

  /// Returns the steps between the frames of one kind; identical frames are merged into the preceding step.
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

  /// Returns the offsets at which two values differ, including offsets that only one of them has.
  public static func differences(_ one: [UInt8], _ other: [UInt8]) -> [Int] {
    (0..<max(one.count, other.count)).filter { index in
      let both = one.indices.contains(index) && other.indices.contains(index)
      return !both || one[index] != other[index]
    }
  }
}
