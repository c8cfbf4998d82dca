import HaloColmiRing
import HaloSimulatedRadio
import HaloWearables

/// An entry point that reads external bytes, with its invariants.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Frames from a ring, channel unknown.
  case received
  /// Frames from a ring's command channel.
  case commands
  /// Frames from a ring's big-data channel.
  case bigData = "big-data"
  /// Frames from an app.
  case sent

  /// A violated invariant.
  public struct Failure: Error, CustomStringConvertible {
    /// A description, with the frames that reproduce it.
    public let description: String
  }

  /// Runs `count` frames through the entry point, in sequences of up to 40 with one decoder each.
  ///
  /// Checked: each frame belongs to a message, but not to one that was emitted before it; every message is one line of
  /// JSON.
  public func run(count: Int, seed: UInt64) throws {
    var mutator = FrameMutator(seed: seed)
    var random = SeededGenerator(seed: ~seed)
    var done = 0
    while done < count {
      let frames = (0..<Int.random(in: 1...40, using: &random)).map { _ in mutator.next() }
      try check(frames)
      done += frames.count
    }
  }

  private func check(_ frames: [[UInt8]]) throws {
    var seen = [Bool](repeating: false, count: frames.count)
    var lines = JSONLineWriter()
    var problem: String?
    var fed = 0
    func note(_ trail: FrameTrail, _ lines: inout JSONLineWriter, append: (inout JSONLineWriter) -> Void) {
      for frame in trail.all {
        if frame >= fed { problem = "a message of frame \(frame) before it came" } else { seen[frame] = true }
      }
      append(&lines)
      let line = lines.bytes
      let isLine = line.first == UInt8(ascii: "{") && line.suffix(2).elementsEqual([UInt8(ascii: "}"), 10])
      if !isLine || line.dropLast().contains(where: { $0 < 0x20 }) {
        problem = "not a line of JSON: \(String(decoding: line, as: UTF8.self))"
      }
      lines.removeAll()
    }
    if self == .sent {
      var decoder = ColmiRing.SentDecoder()
      for frame in frames {
        fed += 1
        decoder.receive(frame) { message, trail in note(trail, &lines) { $0.append(message) } }
      }
      decoder.finish { message, trail in note(trail, &lines) { $0.append(message) } }
    } else {
      let channel: ColmiRing.Channel? =
        switch self {
        case .commands: .commands
        case .bigData: .bigData
        default: nil
        }
      var decoder = ColmiRing.ReceivedDecoder()
      for frame in frames {
        fed += 1
        decoder.receive(frame, on: channel) { message, trail in note(trail, &lines) { $0.append(message) } }
      }
      decoder.finish { message, trail in note(trail, &lines) { $0.append(message) } }
    }
    if let lost = seen.firstIndex(of: false) { problem = "frame \(lost) is in no message" }
    if let problem {
      let text = frames.map(Hexadecimal.string).joined(separator: "\n")
      throw Failure(description: "\(rawValue): \(problem)\n\(text)")
    }
  }
}
