/// Reads numbers out of bytes that may end early.
extension ArraySlice<UInt8> {
  /// The byte at `offset` from the beginning; `nil` where there is none.
  @inline(__always)
  func u8(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[startIndex + offset] : nil
  }

  /// The little-endian 16-bit number at `offset`; `nil` where it is not all there.
  @inline(__always)
  func le16(_ offset: Int) -> UInt16? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    let start = startIndex + offset
    return UInt16(self[start]) | UInt16(self[start + 1]) << 8
  }

  /// The big-endian 16-bit number at `offset`; `nil` where it is not all there.
  @inline(__always)
  func be16(_ offset: Int) -> UInt16? { le16(offset)?.byteSwapped }

  /// The little-endian 32-bit number at `offset`; `nil` where it is not all there.
  @inline(__always)
  func le32(_ offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    let start = startIndex + offset
    return UInt32(self[start]) | UInt32(self[start + 1]) << 8 | UInt32(self[start + 2]) << 16
      | UInt32(self[start + 3]) << 24
  }

  /// The big-endian 32-bit number at `offset`; `nil` where it is not all there.
  @inline(__always)
  func be32(_ offset: Int) -> UInt32? { le32(offset)?.byteSwapped }

  /// The big-endian 64-bit number at `offset`; `nil` where it is not all there.
  @inline(__always)
  func be64(_ offset: Int) -> UInt64? {
    guard let high = be32(offset), let low = be32(offset + 4) else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// The bytes from `offset` on, at most `length` of them; empty where there are none.
  @inline(__always)
  func from(_ offset: Int, length: Int = .max) -> ArraySlice<UInt8> {
    guard offset >= 0, offset < count, length > 0 else { return self[endIndex...] }
    let start = startIndex + offset
    return self[start..<(length < endIndex - start ? start + length : endIndex)]
  }
}

extension FixedWidthInteger {
  /// The number's bytes, the lowest first, as Bluetooth writes them.
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { [UInt8]($0) } }

  /// The number's bytes, the highest first.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}
