/// A field that looks like text in every frame of a kind.
public struct TextRun: Hashable, Sendable {
  /// The text's byte range.
  public let range: Range<Int>
  /// Up to four distinct texts in order of appearance, without the zeros that pad them.
  public let examples: [String]
  /// The number of distinct texts.
  public let distinctCount: Int
  /// True if every character is a digit.
  public let isDigits: Bool

  /// Finds the texts of at least four bytes among the frames of one kind.
  public static func all(_ frames: [CharacteristicFrame], _ columns: [ByteColumn]) -> [TextRun] {
    var runs: [TextRun] = []
    var start = 0
    for end in 0...columns.count {
      if columns.indices.contains(end), columns[end].mayBeText { continue }
      if let run = TextRun(frames, start..<end) { runs.append(run) }
      start = end + 1
    }
    return runs
  }

  private init?(_ frames: [CharacteristicFrame], _ range: Range<Int>) {
    guard range.count >= 4 else { return nil }
    var texts: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    for frame in frames where range.upperBound <= frame.bytes.count {
      let text = [UInt8](frame.bytes[range])
      if seen.insert(text).inserted { texts.append(text) }
    }
    let characters = texts.joined().filter { $0 != 0 }
    let plain = characters.count { $0.isDigit || $0.isLetter || $0 == 0x20 }
    // Zeros pad a text at its end; a text with zeros inside is rejected.
    let isWhole = texts.allSatisfy { !$0.drop { $0 != 0 }.contains { $0 != 0 } }
    guard isWhole, characters.contains(where: { $0.isDigit || $0.isLetter }), plain * 4 >= characters.count * 3 else {
      return nil
    }
    self.range = range
    examples = texts.prefix(4).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    distinctCount = texts.count
    isDigits = characters.allSatisfy(\.isDigit)
  }
}

extension ByteColumn {
  fileprivate var mayBeText: Bool {
    counts.allSatisfy { $0.value == 0 || (0x20...0x7E).contains($0.value) } && counts.last?.value != 0
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
