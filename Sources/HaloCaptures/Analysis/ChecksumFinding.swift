/// A checksum that is correct in every frame long enough to contain covered bytes.
public struct ChecksumFinding: Hashable, Sendable {
  /// The position of the checksum.
  public enum Place: Hashable, Sendable {
    /// At this offset from the start; the checksum covers the bytes after it.
    case head(Int)
    /// Followed by this many bytes; the checksum covers the bytes before it.
    case tail(Int)
  }

  /// The algorithm.
  public let checksum: Checksum
  /// The position of the checksum.
  public let place: Place
  /// True if the most significant byte comes first.
  public let isBigEndian: Bool
  /// The offset of the first covered byte.
  public let start: Int

  /// Returns the checksum's position in a frame of `length` bytes.
  public func range(length: Int) -> Range<Int> {
    switch place {
    case .head(let offset): offset..<offset + checksum.width
    case .tail(let behind): length - behind - checksum.width..<length - behind
    }
  }

  /// Finds the checksums that are correct in all of `frames`, which may differ in length. At least three different
  /// frames with three different checksums are required; fewer could match by chance.
  public static func all(_ frames: [CharacteristicFrame]) -> [ChecksumFinding] {
    let different = [[UInt8]](Set(frames.map(\.bytes)))
    guard different.count >= 3, let shortest = different.map(\.count).min(), shortest >= 2 else { return [] }
    var findings: [ChecksumFinding] = []
    for checksum in Checksum.allCases {
      let behind = hasConstantEnd(different) ? [0, 1] : [0]
      let tails = behind.flatMap { behind in (0...4).map { (Place.tail(behind), $0) } }
      let heads = (0..<16).map { (Place.head($0), $0 + checksum.width) }
      for (place, start) in tails + heads {
        for isBigEndian in checksum.width == 1 ? [false] : [false, true] {
          let finding = ChecksumFinding(checksum: checksum, place: place, isBigEndian: isBigEndian, start: start)
          if finding.isValid(different) { findings.append(finding) }
        }
      }
    }
    return findings.filter { one in
      // If the bytes of each frame sum to zero, every byte is the checksum of the others.
      let isAnyByte = findings.contains { $0.checksum == one.checksum && $0.isTail } && !one.isTail
      if one.checksum.width == 1, isAnyByte { return false }
      // If the preceding bytes are 0, several starts give the same checksum: keep the one that covers most.
      return !findings.contains {
        $0.checksum == one.checksum && $0.place == one.place && $0.isBigEndian == one.isBigEndian
          && $0.start < one.start
      }
    }
  }

  private var isTail: Bool { if case .tail = place { true } else { false } }

  private static func hasConstantEnd(_ frames: [[UInt8]]) -> Bool { Set(frames.map(\.last)).count == 1 }

  private func isValid(_ frames: [[UInt8]]) -> Bool {
    var seen: Set<UInt16> = []
    // At least two covered bytes must change; otherwise the "checksum" is a copy of a single byte.
    var different = Set<Int>()
    let reference = frames.first.flatMap { parts($0)?.covered } ?? []
    for frame in frames {
      guard let (own, bytes) = parts(frame) else { return false }
      // The checksum of no bytes is not defined; devices differ.
      if bytes.isEmpty { continue }
      let stored = frame[own].reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
      let value = checksum.value(bytes)
      guard stored == (checksum.width == 2 && !isBigEndian ? value.byteSwapped : value) else { return false }
      seen.insert(stored)
      if checksum.width == 1, different.count < 2 {
        for (index, pair) in zip(bytes, reference).enumerated() where pair.0 != pair.1 { different.insert(index) }
      }
    }
    // A one-byte checksum matches by chance far more often than a two-byte one, most often at the start of the frame,
    // which has the most possible positions.
    if checksum.width == 2 { return seen.count >= 3 }
    guard different.count >= 2 else { return false }
    return seen.count >= (isTail ? 3 : 6)
  }

  /// Returns the frame with the correct checksum; unchanged if it is too short.
  func repaired(_ frame: [UInt8]) -> [UInt8] {
    guard let (own, bytes) = parts(frame), !bytes.isEmpty else { return frame }
    let value = checksum.value(bytes)
    let stored = isBigEndian ? value.bigEndianBytes : value.littleEndianBytes
    return frame[..<own.lowerBound] + (checksum.width == 1 ? [UInt8(truncatingIfNeeded: value)] : stored)
      + frame[own.upperBound...]
  }

  /// Returns the place of the checksum in a frame, and the bytes that it covers.
  private func parts(_ frame: [UInt8]) -> (own: Range<Int>, covered: ArraySlice<UInt8>)? {
    let own = range(length: frame.count)
    let end = isTail ? own.lowerBound : frame.count
    guard own.lowerBound >= 0, own.upperBound <= frame.count, start <= end, start >= 0 else { return nil }
    return (own, frame[start..<end])
  }
}
