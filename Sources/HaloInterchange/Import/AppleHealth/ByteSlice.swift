import HaloLibc

/// Bytes in a buffer, which must not be used after the buffer has changed.
struct ByteSlice {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ start: UnsafePointer<UInt8>, _ count: Int) { bytes = UnsafeBufferPointer(start: start, count: count) }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The byte at an index, which must be in range.
  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return bytes[index]
  }

  /// The bytes from `first` up to `last`.
  func slice(_ first: Int, _ last: Int) -> ByteSlice { ByteSlice(UnsafeBufferPointer(rebasing: bytes[first..<last])) }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The index of the first such byte from an index.
  func index(of byte: UInt8, from index: Int) -> Int? {
    guard index < count, let start = bytes.baseAddress,
      let found = memchr(start + index, Int32(byte), count - index)
    else { return nil }
    return start.distance(to: UnsafePointer(found.assumingMemoryBound(to: UInt8.self)))
  }

  /// True if the bytes are those of an array.
  func equals(_ other: [UInt8]) -> Bool {
    guard other.count == count, let start = bytes.baseAddress else { return other.count == count }
    return memcmp(start, other, count) == 0
  }

  /// True if the bytes are those of a literal.
  static func ~= (literal: StaticString, slice: ByteSlice) -> Bool {
    guard literal.utf8CodeUnitCount == slice.count, let start = slice.bytes.baseAddress else { return false }
    return memcmp(start, literal.utf8Start, slice.count) == 0
  }

  /// A copy of the bytes.
  var array: [UInt8] { Array(bytes) }

  /// The bytes as text; illegal ones are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Calls `body` with the bytes of a text.
  static func with<Value>(_ text: String, _ body: (ByteSlice) throws -> Value) rethrows -> Value {
    try Array(text.utf8).withUnsafeBufferPointer { try body(ByteSlice($0)) }
  }

  /// The text with the entities of XML decoded: `&amp;`, `&#233;` and the like. Others stay as they are.
  var decodedText: String {
    let raw = text
    guard raw.utf8.contains(UInt8(ascii: "&")) else { return raw }
    var result = ""
    var rest = raw[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      guard let semicolon = rest.prefix(12).firstIndex(of: ";"),
        let character = Self.character(rest[rest.index(after: ampersand)..<semicolon])
      else {
        result.append(rest.removeFirst())
        continue
      }
      result.append(character)
      rest = rest[rest.index(after: semicolon)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> Character? {
    guard name.first == "#" else { return entities[String(name)] }
    let digits = name.dropFirst()
    let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map(Character.init)
  }

  private static let entities: [String: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
}
