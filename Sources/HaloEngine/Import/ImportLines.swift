import HaloInterchange

/// Splits the bytes of a text file into lines, with little memory.
struct ImportLines {
  /// The longest line, in bytes. No line of an export is that long.
  static let longestLine = 1 << 14

  private let bytes: any ImportBytes
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var afterReturn = false

  init(_ bytes: any ImportBytes) { self.bytes = bytes }

  /// Calls `body` with each line and its number, counted from 1. Lines end with CR, LF or both; a byte order mark at the
  /// beginning is left out. A line that is too long is passed as `nil`, at
  /// once: it may be endless.
  mutating func forEach(_ body: (Substring?, Int) throws -> Void) throws {
    var line: [UInt8] = []
    var number = 1
    var isTooLong = false
    func finish() throws {
      // Spreadsheets write a byte order mark.
      if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      if !isTooLong { try body(String(decoding: line, as: UTF8.self)[...], number) }
      line.removeAll(keepingCapacity: true)
      isTooLong = false
      number += 1
    }
    while try fill() {
      while position < end {
        let byte = buffer[position]
        position += 1
        if byte == 0x0A, afterReturn {
          afterReturn = false
          continue
        }
        afterReturn = byte == 0x0D
        if byte == 0x0A || byte == 0x0D {
          try finish()
        } else if line.count < Self.longestLine {
          line.append(byte)
        } else if !isTooLong {
          isTooLong = true
          try body(nil, number)
        }
      }
    }
    if !line.isEmpty { try finish() }
  }

  private mutating func fill() throws -> Bool {
    position = 0
    end = try buffer.withUnsafeMutableBytes { try bytes.read(into: $0) }
    return end > 0
  }
}
