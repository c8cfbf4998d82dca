import HaloCaptures

/// Formats bytes and their offsets.
enum FrameBytes {
  /// `55 aa`.
  static func spaced(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array(Hexadecimal.string(bytes).utf8)
    var text: [UInt8] = []
    text.reserveCapacity(digits.count * 3 / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      if index > 0 { text.append(UInt8(ascii: " ")) }
      text.append(digits[index])
      text.append(digits[index + 1])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Two digits.
  static func hexadecimal(_ byte: UInt8) -> String { Hexadecimal.string([byte]) }

  /// `4`, or `4–5`.
  static func place(_ range: Range<Int>) -> String {
    range.count <= 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound - 1)"
  }

  /// `4–7, 12`.
  static func places(_ offsets: [Int]) -> String {
    let ranges = offsets.reduce(into: [Range<Int>]()) { ranges, offset in
      let start = ranges.last?.upperBound == offset ? ranges.removeLast().lowerBound : offset
      ranges.append(start..<offset + 1)
    }
    return ranges.map { place($0) }.joined(separator: ", ")
  }

  /// `20 bytes beginning with 55`.
  static func name(_ kind: FrameKind) -> String {
    let length = CaptureInfoText.bytes(kind.length)
    guard !kind.offsets.isEmpty else { return length.text }
    if kind.offsets == [Int](0..<kind.offsets.count) {
      return Phrase("\(length) beginning with \(spaced(kind.values))").text
    }
    return Phrase("\(length) with \(spaced(kind.values)) at \(places(kind.offsets))").text
  }

  /// Returns the local time of day, to the millisecond.
  static func clock(_ time: CaptureTime?) -> String {
    time.map { $0.text(on: $0.localClock) } ?? Phrase("(no time)").text.padded(to: 12)
  }
}

/// Formats bytes in rows that fit the terminal, with some bytes marked by color or, without color, by `^^` below
/// them.
struct HexRows {
  let terminal: Terminal
  /// Columns before the bytes.
  let indent: Int

  /// Returns the number of bytes per row.
  func capacity(_ length: Int) -> Int {
    let room = max(4, (terminal.width - indent + 1) / 3)
    if length <= room { return max(length, 1) }
    // Rows of longer values begin with their offset.
    let less = max(4, (terminal.width - indent - 6 + 1) / 3)
    return less >= 10 ? less / 10 * 10 : less
  }

  /// Returns the lines; the first one begins with `label`. If a value needs several rows, only rows with marks are
  /// included. If `all`, every row is included, and repeated rows are folded.
  func lines(_ bytes: [UInt8], marked: [Int], label: String, all: Bool, underlines: Bool = true) -> [String] {
    let capacity = capacity(bytes.count)
    let isLong = bytes.count > capacity
    let marked = Set(marked)
    var lines: [String] = []
    var label = label
    var before: ArraySlice<UInt8>?
    var isFolded = false
    for start in stride(from: 0, to: max(bytes.count, 1), by: capacity) {
      let end = min(start + capacity, bytes.count)
      let hasMarks = (start..<end).contains { marked.contains($0) }
      guard all || !isLong || hasMarks else { continue }
      if !hasMarks, before == bytes[start..<end] {
        if !isFolded { lines.append(String(repeating: " ", count: indent + 6) + terminal.paint("…", .faint)) }
        isFolded = true
        continue
      }
      before = bytes[start..<end]
      isFolded = false
      var head = label.padded(to: indent)
      if isLong { head += terminal.paint("\(start)".rightAligned(in: 4), .faint) + "  " }
      lines.append(head + (bytes.isEmpty ? Phrase("(empty)").text : cells(bytes[start..<end], marked)))
      if hasMarks, underlines, !terminal.usesColor {
        let marks = Self.marks(start..<end, marked)
        let line = String(repeating: " ", count: indent + (isLong ? 6 : 0)) + marks
        lines.append(line.trimmingEnd)
      }
      label = ""
    }
    return lines
  }

  /// Returns bytes that fit in a row, with marked ones in color.
  func cells(_ bytes: ArraySlice<UInt8>, _ marked: Set<Int>) -> String {
    zip(bytes.indices, bytes).map { offset, byte in
      let text = FrameBytes.hexadecimal(byte)
      return marked.contains(offset) ? terminal.paint(text, .yellow) : text
    }.joined(separator: " ")
  }

  /// Returns the marks below bytes.
  static func marks(_ offsets: Range<Int>, _ marked: Set<Int>) -> String {
    offsets.map { marked.contains($0) ? "^^" : "  " }.joined(separator: " ")
  }

  /// Returns the offsets above the bytes, or `nil` if a value needs several rows.
  func ruler(_ length: Int) -> String? {
    guard length > 1, length <= capacity(length) else { return nil }
    let numbers = (0..<length).map { "\($0 % 100)".rightAligned(in: 2) }.joined(separator: " ")
    return String(repeating: " ", count: indent) + terminal.paint(numbers, .faint)
  }
}
