/// A number that says how long its frame is.
public struct LengthFinding: Hashable, Sendable {
  /// Where it is, from 0.
  public let offset: Int
  /// How it is read.
  public let format: NumberFormat
  /// Bytes of the frame that it does not count; negative where it counts more than there are.
  public let uncounted: Int

  /// The numbers that go with the length of every frame, give or take 32 bytes. Three different lengths are needed at least.
  public static func all(_ frames: [CharacteristicFrame]) -> [LengthFinding] {
    let lengths = Set(frames.map(\.bytes.count))
    guard lengths.count >= 3, let shortest = lengths.min() else { return [] }
    var findings: [LengthFinding] = []
    for offset in 0..<min(shortest, 16) {
      for format in [NumberFormat(width: 2), NumberFormat(width: 2, isBigEndian: true), NumberFormat(width: 1)] {
        let differences = Set(
          frames.map { frame in format.read(frame.bytes, at: offset).map { frame.bytes.count - $0 } })
        guard differences.count == 1, case .some(.some(let uncounted)) = differences.first,
          (-32...32).contains(uncounted)
        else { continue }
        // One byte of the two says it already where the other one is always 0.
        let isKnown = findings.contains { $0.offset <= offset && offset < $0.offset + $0.format.width }
        if !isKnown { findings.append(LengthFinding(offset: offset, format: format, uncounted: uncounted)) }
      }
    }
    return findings
  }
}
