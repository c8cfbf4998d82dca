/// Reads numbers out of bytes that may end early.
extension ArraySlice<UInt8> {
  /// Returns the byte at `offset` from the start; `nil` if out of bounds.
  @inline(__always)
  func u8(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[startIndex + offset] : nil
  }

  /// Returns the little-endian 16-bit number at `offset`; `nil` if out of bounds.
  @inline(__always)
  func le16(_ offset: Int) -> UInt16? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    let start = startIndex + offset
    return UInt16(self[start]) | UInt16(self[start + 1]) << 8
  }

  /// Returns the big-endian 16-bit number at `offset`; `nil` if out of bounds.
  @inline(__always)
  func be16(_ offset: Int) -> UInt16? { le16(offset)?.byteSwapped }

  /// Returns the little-endian 32-bit number at `offset`; `nil` if out of bounds.
  @inline(__always)
  func le32(_ offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    let start = startIndex + offset
    return UInt32(self[start]) | UInt32(self[start + 1]) << 8 | UInt32(self[start + 2]) << 16
      | UInt32(self[start + 3]) << 24
  }

  /// Returns the big-endian 32-bit number at `offset`; `nil` if out of bounds.
  @inline(__always)
  func be32(_ offset: Int) -> UInt32? { le32(offset)?.byteSwapped }

  /// Returns the big-endian 64-bit number at `offset`; `nil` if out of bounds.
  @inline(__always)
  func be64(_ offset: Int) -> UInt64? {
    guard let high = be32(offset), let low = be32(offset + 4) else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Returns the bytes from `offset` on, at most `length`; empty if out of bounds.
  @inline(__always)
  func from(_ offset: Int, length: Int = .max) -> ArraySlice<UInt8> {
    guard offset >= 0, offset < count, length > 0 else { return self[endIndex...] }
    let start = startIndex + offset
    return self[start..<(length < endIndex - start ? start + length : endIndex)]
  }
}
