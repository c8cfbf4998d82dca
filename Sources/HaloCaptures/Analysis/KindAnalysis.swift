/// All that can be said about the bytes of one kind of frames.
public struct KindAnalysis: Sendable {
  /// The kind.
  public let kind: FrameKind
  /// Its frames, in order.
  public let frames: [CharacteristicFrame]
  /// What each byte does, in order.
  public let columns: [ByteColumn]
  /// Bytes that behave like numbers of more than one byte.
  public let numbers: [NumberCandidate]
  /// Bytes that look like text.
  public let texts: [TextRun]
  /// Checksums that are right in every frame.
  public let checksums: [ChecksumFinding]
  /// Fields that go with the noted numbers, the best first.
  public let matches: [NumberMatch]

  /// Analyses the frames of a kind; frames of another length are left out.
  public init(_ kind: FrameKind, _ frames: [CharacteristicFrame], notes: [NotedNumber] = []) {
    self.kind = kind
    self.frames = frames.filter { $0.bytes.count == kind.length }
    let own = self.frames
    columns = (0..<max(0, kind.length)).compactMap { ByteColumn(own, at: $0) }
    texts = own.isEmpty ? [] : TextRun.all(own, columns)
    checksums = ChecksumFinding.all(own)
    // A checksum and a text are no numbers, however they look.
    let sums = checksums.map { $0.range(length: kind.length) }
    let taken = sums + texts.map(\.range)
    matches = NumberMatch.all(own, columns, notes).filter { match in !sums.contains { $0.overlaps(match.range) } }
    numbers = NumberCandidate.all(own, columns).filter { number in !taken.contains { $0.overlaps(number.range) } }
  }
}
