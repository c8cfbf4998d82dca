/// A field that contains the length of its frame.
public struct LengthFinding: Hashable, Sendable {
  /// The offset in the frame, from 0.
  public let offset: Int
  /// The field's encoding.
  public let format: NumberFormat
  /// The number of bytes that the field does not count; negative if the field exceeds the frame's length.
  public let uncounted: Int

  /// Creates a finding, or a rule that a person states.
  public init(offset: Int, format: NumberFormat, uncounted: Int) {
    self.offset = offset
    self.format = format
    self.uncounted = uncounted
  }

  /// Finds the fields that differ from the length of every frame by a constant of −32…32 bytes. At least three
  /// different lengths are required.
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
        // Skip a single byte that belongs to a two-byte finding: the other byte is always 0.
        let isKnown = findings.contains { $0.offset <= offset && offset < $0.offset + $0.format.width }
        if !isKnown { findings.append(LengthFinding(offset: offset, format: format, uncounted: uncounted)) }
      }
    }
    return findings
  }
}
