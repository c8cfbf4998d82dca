/// Joins frames into the messages that were split to fit into packets.
public enum MessageJoining {
  /// The maximum length of a message, in bytes; longer messages are abandoned.
  private static let longest = 1 << 14

  /// Joins frames into messages: a message begins at a frame that starts with `start` and includes the frames after it.
  /// `strayCount` is the number of frames left out because no message of their link had begun.
  public static func join(
    _ frames: [CharacteristicFrame], startingWith start: [UInt8]
  ) -> (messages: [CharacteristicFrame], strayCount: Int) {
    var messages: [CharacteristicFrame] = []
    var strayCount = 0
    var pending: CharacteristicFrame?
    var bytes: [UInt8] = []
    func finished(_ first: CharacteristicFrame) -> CharacteristicFrame {
      CharacteristicFrame(time: first.time, link: first.link, bytes: bytes)
    }
    for frame in frames {
      if frame.bytes.starts(with: start) {
        if let pending { messages.append(finished(pending)) }
        pending = frame
        bytes = frame.bytes
      } else if let first = pending, first.link == frame.link, bytes.count < longest {
        bytes += frame.bytes
      } else {
        if let pending { messages.append(finished(pending)) }
        pending = nil
        strayCount += 1
      }
    }
    if let pending { messages.append(finished(pending)) }
    return (messages, strayCount)
  }

  /// Guesses the two bytes that begin each message, if most frames have the maximum length and the frames after a pause
  /// begin alike; `nil` if frames seem to be whole messages.
  public static func likelyStart(_ frames: [CharacteristicFrame]) -> [UInt8]? {
    let longest = frames.lazy.map(\.bytes.count).max() ?? 0
    guard longest >= 20, frames.count >= 20, frames.count(where: { $0.bytes.count == longest }) * 2 > frames.count
    else { return nil }
    var starts: [[UInt8]: Int] = [:]
    var pauseCount = 0
    for (before, frame) in zip(frames, frames.dropFirst()) {
      guard let time = frame.time, let earlier = before.time, frame.bytes.count >= 2,
        time.microseconds(since: earlier) >= 200_000
      else { continue }
      pauseCount += 1
      starts[[UInt8](frame.bytes.prefix(2)), default: 0] += 1
    }
    guard let (start, count) = starts.max(by: { $0.value < $1.value }), count >= 4, count * 10 >= pauseCount * 8,
      frames.count(where: { $0.bytes.starts(with: start) }) * 10 <= frames.count * 6
    else { return nil }
    return start
  }
}
