/// The analysis of the bytes of one kind of frame.
public struct KindAnalysis: Sendable {
  public let kind: FrameKind
  /// The frames, in order.
  public let frames: [CharacteristicFrame]
  /// The behavior of each byte, in order.
  public let columns: [ByteColumn]
  /// Fields that behave like numbers of two to four bytes.
  public let numbers: [NumberCandidate]
  /// Fields that look like text.
  public let texts: [TextRun]
  /// Checksums that are correct in every frame.
  public let checksums: [ChecksumFinding]
  /// Fields that correlate with the noted numbers, best first.
  public let matches: [NumberMatch]

  /// Analyzes the frames of a kind; frames of another length are ignored.
  public init(_ kind: FrameKind, _ frames: [CharacteristicFrame], notes: [NotedNumber] = []) {
    self.kind = kind
    self.frames = frames.filter { $0.bytes.count == kind.length }
    let own = self.frames
    columns = (0..<max(0, kind.length)).compactMap { ByteColumn(own, at: $0) }
    texts = own.isEmpty ? [] : TextRun.all(own, columns)
    checksums = ChecksumFinding.all(own)
    // Checksums and texts can look like numbers; exclude them.
    let sums = checksums.map { $0.range(length: kind.length) }
    let taken = sums + texts.map(\.range)
    matches = NumberMatch.all(own, columns, notes).filter { match in !sums.contains { $0.overlaps(match.range) } }
    numbers = NumberCandidate.all(own, columns).filter { number in !taken.contains { $0.overlaps(number.range) } }
  }
}
