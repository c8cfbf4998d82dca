import HaloEverestW311
import HaloSimulatedRadio
import HaloWearables

/// Runs nearly valid frames of an Everest W311 through their decoders.
public enum WatchFuzzing {
  /// A violated invariant.
  public struct Failure: Error, CustomStringConvertible {
    /// A description, with the frames that reproduce it.
    public let description: String
  }

  /// Runs `count` frames through the decoders of both directions, in sequences of up to 60 with one decoder each.
  ///
  /// Checked: each frame belongs to a message, but not to one that was emitted before it; every message is one line of
  /// JSON; and encoding a message of one frame gives exactly that frame.
  public static func run(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var done = 0
    while done < count {
      let frames = (0..<Int.random(in: 1...60, using: &random)).map { _ in frame(&random) }
      let channel = (EverestW311.Channel.allCases.map { $0 } + [nil]).randomElement(using: &random) ?? nil
      try check(frames, channel)
      done += frames.count
    }
  }

  private static func check(_ frames: [[UInt8]], _ channel: EverestW311.Channel?) throws {
    var decoder = EverestW311.ReceivedDecoder()
    var seen = [Bool](repeating: false, count: frames.count)
    var problem: String?
    var fed = 0
    func note(_ message: EverestW311.Message, _ trail: FrameTrail) {
      for frame in trail.all {
        if frame >= fed { problem = "a message of frame \(frame) before it came" } else { seen[frame] = true }
      }
      if trail.all.count == 1, message.frames != [frames[trail.last]] {
        problem = "frame \(trail.last) is written as \(message.frames.map { Hexadecimal.string($0) })"
      }
      if !isLine(message) { problem = "not a line of JSON: \(message)" }
    }
    for frame in frames {
      fed += 1
      decoder.receive(frame, on: channel, emit: note)
      let sent = EverestW311.SentMessage(frame)
      if !isLine(sent) { problem = "not a line of JSON: \(sent)" }
      if case .request(let request) = sent, request.bytes != frame { problem = "a request is written otherwise" }
    }
    decoder.finish(emit: note)
    if let lost = seen.firstIndex(of: false) { problem = "frame \(lost) is in no message" }
    if let problem {
      let text = frames.map { Hexadecimal.string($0) }.joined(separator: "\n")
      throw Failure(description: "\(problem)\n\(text)")
    }
  }

  private static func isLine(_ message: some MessageFields) -> Bool {
    var lines = JSONLineWriter()
    lines.append(message)
    let line = lines.bytes
    return line.first == UInt8(ascii: "{") && line.suffix(2).elementsEqual([UInt8(ascii: "}"), 10])
      && !line.dropLast().contains { $0 < 0x20 }
  }

  /// Returns a frame with a valid header and a random body, a packet without a header, or noise.
  private static func frame(_ random: inout SeededGenerator) -> [UInt8] {
    let keys: [(UInt8, UInt8)] = [
      (1, 1), (1, 3), (1, 8), (1, 9), (2, 1), (2, 1), (2, 1), (2, 5), (2, 0x10), (2, 0x10), (2, 0x16), (6, 9),
      (6, 0x0F), (6, 0x10),
    ]
    let marks: [UInt8] = [0xFE, 0xFE, 0xED, 0xED, 0xFB, 0x06]
    let (group, key) = keys[Int.random(in: 0..<keys.count, using: &random)]
    let head: [UInt8] = [
      [0xDE, 0xBE][Int.random(in: 0...1, using: &random)], group, key,
      marks[Int.random(in: 0..<marks.count, using: &random)],
    ]
    let date: [UInt8] = [
      0x07, 0xEA, UInt8.random(in: 0...13, using: &random), UInt8.random(in: 0...32, using: &random),
    ]
    switch UInt8.random(in: 0..<8, using: &random) {
    case 0: return bytes(Int.random(in: 0...40, using: &random), &random)
    case 1: return head
    case 2, 3: return head + date + bytes(12, &random)
    case 4: return head + bytes(Int.random(in: 0...16, using: &random), &random)
    default: return [UInt8.random(in: 0...2, using: &random)] + bytes(19, &random)
    }
  }

  private static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let isSmall = Bool.random(using: &random)
    return (0..<count).map { _ in
      isSmall ? UInt8.random(in: 0...3, using: &random) : UInt8.random(in: .min ... .max, using: &random)
    }
  }
}
