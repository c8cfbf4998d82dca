/// A checksum that is right in every frame that has something for it to cover.
public struct ChecksumFinding: Hashable, Sendable {
  /// Where the checksum is.
  public enum Place: Hashable, Sendable {
    /// So many bytes from the beginning; it covers what comes after it.
    case head(Int)
    /// So many bytes are behind it; it covers what comes before it.
    case tail(Int)
  }

  /// How it is made.
  public let checksum: Checksum
  /// Where it is.
  public let place: Place
  /// Whether its higher byte comes first.
  public let isBigEndian: Bool
  /// The first byte that it covers.
  public let start: Int

  /// Where it is in a frame of that length.
  public func range(length: Int) -> Range<Int> {
    switch place {
    case .head(let offset): offset..<offset + checksum.width
    case .tail(let behind): length - behind - checksum.width..<length - behind
    }
  }

  /// The checksums that are right in all of `frames`, which may be of several lengths. Three different frames with three different
  /// checksums are needed at least: fewer would fit by chance.
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
          if finding.isRight(different) { findings.append(finding) }
        }
      }
    }
    return findings.filter { one in
      // Where everything sums up to nothing, any byte is the checksum of the others.
      let isAnyByte = findings.contains { $0.checksum == one.checksum && $0.isTail } && !one.isTail
      if one.checksum.width == 1, isAnyByte { return false }
      // Starting later gives the same where the bytes before are 0: the longest one says it.
      return !findings.contains {
        $0.checksum == one.checksum && $0.place == one.place && $0.isBigEndian == one.isBigEndian
          && $0.start < one.start
      }
    }
  }

  private var isTail: Bool { if case .tail = place { true } else { false } }

  private static func hasConstantEnd(_ frames: [[UInt8]]) -> Bool { Set(frames.map(\.last)).count == 1 }

  private func isRight(_ frames: [[UInt8]]) -> Bool {
    var seen: Set<UInt16> = []
    // Of what is summed up, at least two bytes must change, or else it is one byte that is there twice.
    var different = Set<Int>()
    let reference = frames.first.flatMap { covered($0) } ?? []
    for frame in frames {
      let own = range(length: frame.count)
      guard own.lowerBound >= 0, own.upperBound <= frame.count, let bytes = covered(frame) else {
        return false
      }
      // What a device puts there for nothing at all is a matter of taste.
      if bytes.isEmpty { continue }
      let stored = frame[own].reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
      let value = checksum.value(bytes)
      guard stored == (checksum.width == 2 && !isBigEndian ? value.byteSwapped : value) else { return false }
      seen.insert(stored)
      if checksum.width == 1, different.count < 2 {
        for (index, pair) in zip(bytes, reference).enumerated() where pair.0 != pair.1 { different.insert(index) }
      }
    }
    // One byte fits by chance far more often than two, and most often at the head, where it may be anywhere.
    if checksum.width == 2 { return seen.count >= 3 }
    guard different.count >= 2 else { return false }
    if case .head = place { return seen.count >= 6 }
    return seen.count >= 3
  }

  private func covered(_ frame: [UInt8]) -> ArraySlice<UInt8>? {
    let end =
      switch place {
      case .head: frame.count
      case .tail: range(length: frame.count).lowerBound
      }
    return start <= end && start >= 0 ? frame[start..<end] : nil
  }
}
