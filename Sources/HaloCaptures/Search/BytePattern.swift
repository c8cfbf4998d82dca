/// Bytes that represent a known value in one encoding.
public struct BytePattern: Hashable, Sendable {
  /// The encoding, such as `u16 LE × 10`.
  public let encoding: String
  /// The bytes; bits outside the mask are 0.
  let bytes: [UInt8]
  /// The bits that belong to the value.
  let mask: [UInt8]

  init(_ encoding: String, _ bytes: [UInt8], mask: [UInt8]? = nil) {
    self.encoding = encoding
    let mask = mask ?? [UInt8](repeating: 0xFF, count: bytes.count)
    self.bytes = zip(bytes, mask).map { $0 & $1 }
    self.mask = mask
  }

  /// An unsigned number in the bytes of a format.
  init(_ encoding: String, _ raw: Int, _ format: NumberFormat) {
    func ordered(_ raw: Int) -> [UInt8] {
      let low = (0..<format.width).map { UInt8(truncatingIfNeeded: raw >> (8 * $0)) }
      return format.isBigEndian ? low.reversed() : low
    }
    let bits = format.bits.map { ordered((1 << $0.count - 1) << $0.lowerBound) }
    self.init(encoding, ordered(raw), mask: bits)
  }

  /// The pattern's place in a value.
  func range(at offset: Int) -> Range<Int> { offset..<offset + bytes.count }

  /// Returns whether the pattern is at `offset`.
  func matches(_ value: [UInt8], at offset: Int) -> Bool {
    guard offset <= value.count - bytes.count else { return false }
    return bytes.indices.allSatisfy { value[offset + $0] & mask[$0] == bytes[$0] }
  }
}
