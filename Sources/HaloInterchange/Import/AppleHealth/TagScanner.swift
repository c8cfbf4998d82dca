import HaloLibc

/// Finds the tags in the bytes of an XML file, with little memory.
///
/// It is not an XML parser: it accepts any bytes, so that one illegal byte in a file of gigabytes does not lose the rest.
/// Text, comments and the document type are skipped, nothing is nested, and entities of the document are never expanded.
final class TagScanner {
  /// A tag, valid until the next one is read.
  struct Tag {
    /// The name; of an end tag, with the `/` before it.
    let name: ByteSlice
    /// The bytes after the name.
    fileprivate let rest: ByteSlice
    /// The line on which it begins, counted from 1.
    let line: Int
    /// True if the element has no content: `<Record … />`.
    var isEmpty: Bool { rest.count > 0 && rest[rest.count - 1] == UInt8(ascii: "/") }

    /// Calls `body` with the name, which is not empty, and the value of each attribute. Entities are not decoded.
    func forEachAttribute(_ body: (ByteSlice, ByteSlice) -> Void) {
      var position = 0
      while position < rest.count {
        let byte = rest[position]
        guard byte > 0x20, byte != UInt8(ascii: "/") else {
          position += 1
          continue
        }
        guard let equals = rest.index(of: UInt8(ascii: "="), from: position) else { return }
        var quote = equals + 1
        while quote < rest.count, rest[quote] <= 0x20 { quote += 1 }
        guard quote < rest.count, rest[quote] == UInt8(ascii: "\"") || rest[quote] == UInt8(ascii: "'"),
          let end = rest.index(of: rest[quote], from: quote + 1)
        else { return }
        var nameEnd = equals
        while nameEnd > position, rest[nameEnd - 1] <= 0x20 { nameEnd -= 1 }
        if nameEnd > position { body(rest.slice(position, nameEnd), rest.slice(quote + 1, end)) }
        position = end + 1
      }
    }
  }

  /// The longest tag, in bytes: longer ones are damaged.
  static let longestTag = 1 << 20

  private let source: any ImportBytes
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: longestTag)
  private var position = 0
  private var end = 0
  /// The line at which the next tag is looked for, counted from 1.
  private(set) var line = 1
  private var isAtEnd = false

  /// A scanner of a file.
  init(_ source: any ImportBytes) { self.source = source }

  deinit { buffer.deallocate() }

  /// The next tag; `nil` at the end. Calls `refuse` with the line of each damaged tag, which is skipped.
  func next(refuse: (Int) throws -> Void) throws -> Tag? {
    while true {
      guard try skip(through: "<", keepingLast: true) else { return nil }
      guard try has(2) else { return nil }
      switch buffer[position + 1] {
      case UInt8(ascii: "?"): _ = try skip(through: "?>")
      case UInt8(ascii: "!"):
        if try startsWith("<!--") {
          _ = try skip(through: "-->")
        } else if try startsWith("<![CDATA[") {
          _ = try skip(through: "]]>")
        } else {
          // A declaration of the document type; those within its brackets are skipped one by one.
          advance(to: position + 2)
        }
      default:
        if let tag = try tag() { return tag }
        try refuse(line)
        if position < end { advance(to: position + 1) }
      }
    }
  }

  /// The tag at the position, of which the first byte is `<`; `nil` if it is damaged.
  private func tag() throws -> Tag? {
    while true {
      switch tagEnd() {
      case .at(let close):
        let all = ByteSlice(buffer + position + 1, close - position - 1)
        var nameEnd = 0
        while nameEnd < all.count, all[nameEnd] > 0x20, nameEnd == 0 || all[nameEnd] != UInt8(ascii: "/") {
          nameEnd += 1
        }
        let tag = Tag(name: all.slice(0, nameEnd), rest: all.slice(nameEnd, all.count), line: line)
        advance(to: close + 1)
        return tag
      case .damaged: return nil
      case .needsMore:
        // The remaining bytes are moved to the beginning. At the end of the file a tag without end is damaged.
        guard try fill() else { return nil }
      }
    }
  }

  private enum TagEnd {
    case at(Int)
    case damaged
    case needsMore
  }

  private func tagEnd() -> TagEnd {
    var index = position + 1
    while index < end {
      let byte = buffer[index]
      switch byte {
      case UInt8(ascii: ">"): return .at(index)
      case UInt8(ascii: "<"): return .damaged
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let found = memchr(buffer + index + 1, Int32(byte), end - index - 1)
        let close = found.map { buffer.distance(to: $0.assumingMemoryBound(to: UInt8.self)) } ?? end
        // XML has no '<' in a value: a quotation mark was lost.
        if memchr(buffer + index + 1, 0x3C, close - index - 1) != nil { return .damaged }
        guard found != nil else { return .needsMore }
        index = close + 1
      default: index += 1
      }
    }
    return .needsMore
  }

  /// Skips to the next `text`, and behind it unless it is kept; false at the end of the file.
  private func skip(through text: StaticString, keepingLast: Bool = false) throws -> Bool {
    let first = text.utf8Start[0]
    while true {
      if let found = memchr(buffer + position, Int32(first), end - position) {
        advance(to: buffer.distance(to: found.assumingMemoryBound(to: UInt8.self)))
        guard try has(text.utf8CodeUnitCount) else { return false }
        if memcmp(buffer + position, text.utf8Start, text.utf8CodeUnitCount) == 0 {
          if !keepingLast { advance(to: position + text.utf8CodeUnitCount) }
          return true
        }
        advance(to: position + 1)
      } else {
        advance(to: end)
        guard try fill() else { return false }
      }
    }
  }

  private func startsWith(_ text: StaticString) throws -> Bool {
    try has(text.utf8CodeUnitCount) && memcmp(buffer + position, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// True if that many bytes follow.
  private func has(_ count: Int) throws -> Bool {
    while end - position < count { guard try fill() else { return false } }
    return true
  }

  private func advance(to new: Int) {
    var count = 0
    for index in position..<new where buffer[index] == 0x0A { count += 1 }
    line += count
    position = new
  }

  /// Reads more bytes; false at the end of the file, or if the buffer is full.
  private func fill() throws -> Bool {
    if position > 0 {
      memmove(buffer, buffer + position, end - position)
      end = end - position
      position = 0
    }
    guard !isAtEnd, end < Self.longestTag else { return false }
    let before = end
    while end < Self.longestTag {
      let count = try source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer + end, count: Self.longestTag - end))
      if count == 0 {
        isAtEnd = true
        break
      }
      end += count
    }
    return end > before
  }
}
