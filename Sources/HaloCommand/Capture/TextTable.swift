/// Rows of text in one reused buffer.
struct TextTable {
  /// A writer at the end of the table. The caller must not write more bytes than it reserved.
  struct Row {
    private let space: Slice<UnsafeMutableBufferPointer<UInt8>>
    fileprivate private(set) var end: Int

    fileprivate init(_ space: Slice<UnsafeMutableBufferPointer<UInt8>>) {
      (self.space, end) = (space, space.startIndex)
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
      space.base[end] = byte
      end += 1
    }

    mutating func append(_ bytes: [UInt8]) { for byte in bytes { put(byte) } }

    mutating func append(_ text: StaticString) {
      for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) { put(byte) }
    }

    mutating func append(hexadecimal byte: UInt8) {
      put(Self.digit(byte >> 4))
      put(Self.digit(byte & 15))
    }

    /// Appends the digits of many bytes, 16 at a time: values are most of a table.
    mutating func append(hexadecimal bytes: ArraySlice<UInt8>) {
      let whole = bytes.count / 16 * 16
      bytes.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(space.base)
        for start in stride(from: 0, to: whole, by: 16) {
          let block = source.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
          var digits = SIMD32<UInt8>()
          digits.evenHalf = Self.digits(block &>> 4)
          digits.oddHalf = Self.digits(block & 15)
          target.storeBytes(of: digits, toByteOffset: end, as: SIMD32<UInt8>.self)
          end += 32
        }
      }
      for byte in bytes.dropFirst(whole) { append(hexadecimal: byte) }
    }

    @inline(__always)
    private static func digits(_ values: SIMD16<UInt8>) -> SIMD16<UInt8> {
      let letters = SIMD16<UInt8>(repeating: UInt8(ascii: "a") - 10)
      return values &+ letters.replacing(with: UInt8(ascii: "0"), where: values .< 10)
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
