/// Rows of text in one reused buffer.
struct TextTable {
  /// A writer at the end of the table. The caller must not write more bytes than it reserved.
  struct Row {
    private let space: Slice<UnsafeMutableBufferPointer<UInt8>>
    fileprivate private(set) var end: Int

    fileprivate init(_ space: Slice<UnsafeMutableBufferPointer<UInt8>>) {
      self.space = space
      end = space.startIndex
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
      space.base[end] = byte
      end += 1
    }

    mutating func append(_ bytes: [UInt8]) {
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space.base)[end...]).copyBytes(from: bytes)
      end += bytes.count
    }

    mutating func append(_ text: StaticString) {
      for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) { put(byte) }
    }

    mutating func append(hexadecimal byte: UInt8) {
      put(Self.digit(byte >> 4))
      put(Self.digit(byte & 15))
    }

    /// Appends the digits of many bytes, both digits of each at once: values are most of a table.
    mutating func append(hexadecimal bytes: ArraySlice<UInt8>) {
      let target = UnsafeMutableRawBufferPointer(space.base)
      bytes.withUnsafeBufferPointer { source in
        Self.pairs.withUnsafeBufferPointer { pairs in
          for index in source.indices {
            target.storeBytes(of: pairs[Int(source[index])], toByteOffset: end + 2 * index, as: UInt16.self)
          }
        }
      }
      end += 2 * bytes.count
    }

    /// The two digits of each byte, as they are in memory.
    private static let pairs = (0...255).map { (byte: UInt8) in
      UInt16(littleEndian: UInt16(digit(byte & 15)) << 8 | UInt16(digit(byte >> 4)))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
  }

  private var storage: [UInt8]
  private var count: Int

  init(_ head: String) {
    storage = [UInt8](head.utf8)
    count = storage.count
  }

  var bytes: ArraySlice<UInt8> { storage[..<count] }
  mutating func removeAll() { count = 0 }

  /// Appends the bytes that `body` writes, at most `size`.
  mutating func append(upTo size: Int, _ body: (inout Row) -> Void) {
    if storage.count - count < size { storage.append(contentsOf: repeatElement(0, count: max(size, storage.count))) }
    count = storage.withUnsafeMutableBufferPointer { buffer in
      var row = Row(buffer[count...])
      body(&row)
      return row.end
    }
  }
}
