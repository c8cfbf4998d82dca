/// Parses a frame in hexadecimal text, as other programs show it: an optional channel prefix (`v1:` or `v2:`), `0x`, and
/// spaces, colons, hyphens, commas, semicolons and parentheses between bytes; `#` before a comment.
enum HexFrame {
  /// The result of parsing a line.
  enum Outcome {
    /// Only spaces or a comment.
    case nothing
    /// A frame; its bytes are in the buffer.
    case frame(channel: Int?)
    /// Not hexadecimal, at that column (characters, counted from 1).
    case problem(column: Int, Phrase)
  }

  /// Parses one line without its line break. Stores the frame in `bytes`, whose memory is reused.
  static func parse(_ text: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Outcome {
    // A line of n characters has at most n/2 bytes. The buffer only grows for a longer frame.
    if bytes.count < text.count / 2 {
      bytes.append(contentsOf: repeatElement(0, count: text.count / 2 - bytes.count))
    }
    let (outcome, count) = bytes.withUnsafeMutableBufferPointer { buffer in
      table.withUnsafeBufferPointer { table in parse(text, table, into: buffer) }
    }
    if count < bytes.count { bytes.removeLast(bytes.count - count) }
    return outcome
  }

  private static func parse(
    _ text: UnsafeRawBufferPointer, _ table: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> (Outcome, count: Int) {
    var position = 0
    var count = 0
    let end = text.count
    while position < end, table[Int(text[position])] == separator { position += 1 }
    var channel: Int?
    if position + 2 < end, text[position] | 0x20 == UInt8(ascii: "v"), text[position + 2] == UInt8(ascii: ":") {
      switch text[position + 1] {
      case UInt8(ascii: "1"): channel = 1
      case UInt8(ascii: "2"): channel = 2
      default: return (.problem(column: column(of: position, in: text), Phrase("the channels are 'v1:' and 'v2:'")), 0)
      }
      position += 3
    }
    while position < end {
      let high = table[Int(text[position])]
      if high < 16 {
        let low = position + 1 < end ? table[Int(text[position + 1])] : comment
        if low >= 16, high == 0, position + 1 < end, text[position + 1] | 0x20 == UInt8(ascii: "x") {
          position += 2
          continue
        }
        guard low < 16 else { return (loneDigit(at: position, followedBy: low, in: text), 0) }
        bytes[count] = high << 4 | low
        count += 1
        position += 2
      } else if high == separator {
        position += 1
      } else if high == comment {
        break
      } else {
        return (notADigit(at: position, in: text), 0)
      }
    }
    if count == 0, channel != nil {
      return (.problem(column: column(of: end - 1, in: text) + 1, Phrase("no bytes after the channel")), 0)
    }
    return (count == 0 ? .nothing : .frame(channel: channel), count)
  }

  private static func loneDigit(at position: Int, followedBy next: UInt8, in text: UnsafeRawBufferPointer) -> Outcome {
    if next == invalid { return notADigit(at: position + 1, in: text) }
    return .problem(
      column: column(of: position, in: text),
      Phrase("a byte needs two digits, but '\(character(at: position, in: text))' is a single digit"))
  }

  private static func notADigit(at position: Int, in text: UnsafeRawBufferPointer) -> Outcome {
    let isBase64 = text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
        true
      default: false
      }
    }
    if isBase64, text.count >= 16, text.count % 4 == 0 {
      return .problem(
        column: column(of: position, in: text),
        Phrase("this looks like base64, not hexadecimal. 'base64 --decode | xxd -plain' converts it"))
    }
    return .problem(
      column: column(of: position, in: text),
      Phrase("'\(character(at: position, in: text))' is not a hexadecimal digit"))
  }

  /// Returns the character at a byte, or the byte's hexadecimal code if the character is not visible.
  private static func character(at position: Int, in text: UnsafeRawBufferPointer) -> String {
    let rest = UnsafeRawBufferPointer(rebasing: text[position..<min(text.count, position + 16)])
    guard let character = String(decoding: rest, as: UTF8.self).first else { return "" }
    let isVisible = character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{FFFD}" }
    return isVisible ? String(character) : Hexadecimal.code(text[position])
  }

  /// Returns the column of a byte, from 1. Continuation bytes of UTF-8 do not count.
  private static func column(of position: Int, in text: UnsafeRawBufferPointer) -> Int {
    text[...max(0, position)].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  private static let separator: UInt8 = 16
  private static let comment: UInt8 = 17
  private static let invalid: UInt8 = 18

  /// The value of each digit, and the class of each other character.
  private static let table: [UInt8] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte) - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt8(byte) - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt8(byte) - UInt8(ascii: "A") + 10
    case _ where " \t\r:-,;()".utf8.contains(UInt8(byte)): separator
    case UInt8(ascii: "#"): comment
    default: invalid
    }
  }
}
