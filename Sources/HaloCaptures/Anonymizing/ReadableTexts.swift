/// Counts what can still be read in an anonymized copy.
struct ReadableTexts {
  /// The maximum number of different texts; limits the memory.
  private static let most = 4096

  private var counts: [String: Int] = [:]

  /// Notes the texts of a value that are as they were in the original.
  mutating func add(_ value: [UInt8], _ original: [UInt8]) {
    // Padding such as "0000-0000" is no text.
    for range in Self.ranges(in: value) where value[range] == original[range] && Set(value[range]).count > 2 {
      add(String(decoding: value[range].filter { $0 != 0 }, as: UTF8.self))
    }
  }

  /// Notes a text.
  mutating func add(_ text: String) {
    if counts.count < Self.most || counts[text] != nil { counts[text, default: 0] += 1 }
  }

  /// The texts, most frequent first. Short ones that occur once are chance.
  var all: [CaptureAnonymizer.Readable] {
    counts.filter { $0.value > 1 || $0.key.utf8.count >= 6 }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { CaptureAnonymizer.Readable(text: $0.key, count: $0.value) }
  }

  /// Returns the ranges of at least four printable characters, of which three quarters are letters or digits; also with
  /// zeros between the characters, as in UTF-16.
  static func ranges(in value: [UInt8]) -> [Range<Int>] {
    func isPrintable(_ index: Int) -> Bool { value.indices.contains(index) && (0x20...0x7E).contains(value[index]) }
    var found: [Range<Int>] = []
    var start = 0
    for end in 0...value.count {
      if isPrintable(end) || (end > start && end < value.count && value[end] == 0 && isPrintable(end + 1)) { continue }
      let characters = value[start..<end].filter { $0 != 0 }
      let plain = characters.count { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
      if characters.count >= 4, plain * 4 >= characters.count * 3 { found.append(start..<end) }
      start = end + 1
    }
    return found
  }
}
