import HaloLibc

/// Splits a stream of bytes into lines with bounded memory: a line longer than `limit` is reported once and skipped. One
/// that goes on for a hundred times as long has no end, as that of /dev/zero: the reader stops.
package struct LineSplitter {
  /// Longer than any frame: 64 KiB of big data as hexadecimal with separators.
  package static let longestFrame = 1 << 20

  private let limit: Int
  private var carried: [UInt8] = []
  private var skipped: Int?
  /// True if the current line has no end.
  package var isEndless: Bool { skipped.map { $0 / 100 > limit } ?? false }
  /// The number of the current line.
  package private(set) var line = 1

  /// Creates it for lines of at most `limit` bytes.
  package init(limit: Int = longestFrame) { self.limit = limit }

  /// Consumes the next bytes. `body` gets each complete line without its line break, or `nil` for a line that is too
  /// long.
  package mutating func receive(_ chunk: UnsafeRawBufferPointer, body: (Int, UnsafeRawBufferPointer?) -> Void) {
    var start = 0
    while let lineBreak = Self.lineBreak(in: chunk, from: start) {
      let piece = UnsafeRawBufferPointer(rebasing: chunk[start..<lineBreak])
      if skipped != nil {
        skipped = nil
      } else if carried.isEmpty {
        body(line, piece)
      } else {
        carried.append(contentsOf: piece)
        carried.withUnsafeBytes { body(line, $0) }
      }
      carried.removeAll(keepingCapacity: true)
      line += 1
      start = lineBreak + 1
    }
    if let skipped { return self.skipped = skipped + chunk.count - start }
    carried.append(contentsOf: chunk[start...])
    if carried.count > limit {
      body(line, nil)
      carried.removeAll()
      skipped = 0
    }
  }

  private static func lineBreak(in chunk: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < chunk.count, let base = chunk.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), chunk.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Ends the input. A last line without a line break is passed to `body` too.
  package mutating func finish(body: (Int, UnsafeRawBufferPointer?) -> Void) {
    if !carried.isEmpty { carried.withUnsafeBytes { body(line, $0) } }
    carried.removeAll()
  }
}
