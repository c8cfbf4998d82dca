/// Joins frames into the messages that were split to fit into packets.
public struct MessageJoining: Sendable {
  /// The bytes with which each message begins; empty if any may.
  public var start: [UInt8] = []
  /// The number of bytes at the start of each frame that are not the message's: all but the last are the same in all
  /// frames of a message, and the last one numbers them. The first frame's remain in the message.
  public var headerLength = 0
  /// The field with the message's length; `nil` if messages have no such field.
  public var length: LengthFinding?
  /// The bytes with which each message ends; empty if messages have no end mark.
  public var end: [UInt8] = []

  /// Creates a rule; without arguments it joins nothing.
  public init(start: [UInt8] = []) { self.start = start }

  /// The maximum length of a message, in bytes; longer messages are abandoned.
  private static let longest = 1 << 14

  private struct Key: Hashable {
    let link: Int
    let header: ArraySlice<UInt8>
  }

  private struct Pending {
    let first: Int
    var bytes: [UInt8]
    var lastNumber: UInt8?
    var frameCount = 1
    /// The number of bytes that have been searched for the end mark.
    var searchedCount = 0
  }

  /// Joins frames into messages. A message ends where its length or its end mark says, otherwise when the next one of
  /// the same link and header begins. `strayCount` is the number of frames left out: before the first message, of other
  /// kinds, or of messages whose end is missing.
  public func join(_ frames: [CharacteristicFrame]) -> (messages: [CharacteristicFrame], strayCount: Int) {
    var messages: [(first: Int, bytes: [UInt8])] = []
    var strayCount = 0
    var pending: [Key: Pending] = [:]
    func close(_ key: Key) {
      guard let open = pending.removeValue(forKey: key) else { return }
      if endsItself { strayCount += open.frameCount } else { messages.append((open.first, open.bytes)) }
    }
    for (index, frame) in frames.enumerated() {
      let header = frame.bytes.prefix(headerLength)
      let key = Key(link: frame.link, header: header.dropLast())
      if begins(frame, pending[key], header.last) {
        close(key)
        pending[key] = Pending(first: index, bytes: frame.bytes, lastNumber: header.last)
      } else if let open = pending[key], open.bytes.count < Self.longest {
        pending[key]?.bytes += frame.bytes.dropFirst(headerLength)
        pending[key]?.lastNumber = header.last
        pending[key]?.frameCount += 1
      } else {
        strayCount += 1
      }
      // A frame may end several short messages.
      while let open = pending[key], let size = size(open), size <= open.bytes.count {
        messages.append((open.first, [UInt8](open.bytes.prefix(size))))
        let rest = [UInt8](open.bytes.dropFirst(size))
        let continues = !rest.isEmpty && headerLength == 0 && rest.starts(with: start)
        pending[key] = continues ? Pending(first: index, bytes: rest, frameCount: 0) : nil
      }
      if let count = pending[key]?.bytes.count { pending[key]?.searchedCount = count }
    }
    for key in pending.keys { close(key) }
    // `sorted` is not guaranteed to be stable.
    let sorted = messages.enumerated().sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }
    return (
      sorted.map { message in
        let first = frames[message.element.first]
        return CharacteristicFrame(time: first.time, link: first.link, bytes: message.element.bytes)
      }, strayCount
    )
  }

  private var endsItself: Bool { length != nil || !end.isEmpty }

  /// Returns whether a frame begins a message. Without a start, that is the frame after an end, or whose number does not
  /// continue.
  private func begins(_ frame: CharacteristicFrame, _ open: Pending?, _ number: UInt8?) -> Bool {
    guard start.isEmpty else { return frame.bytes.starts(with: start) }
    guard let open, open.bytes.count < Self.longest else { return true }
    guard let last = open.lastNumber, let number else { return !endsItself }
    return number <= last
  }

  /// Returns the size of a message; `nil` if its end is not known yet.
  private func size(_ message: Pending) -> Int? {
    let bytes = message.bytes
    if let length {
      let size = length.format.read(bytes, at: length.offset).map { $0 + length.uncounted }
      return size.flatMap { $0 > 0 ? $0 : nil }
    }
    let first = max(0, message.searchedCount - end.count + 1)
    guard !end.isEmpty, first <= bytes.count - end.count else { return nil }
    return (first...bytes.count - end.count).first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
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
