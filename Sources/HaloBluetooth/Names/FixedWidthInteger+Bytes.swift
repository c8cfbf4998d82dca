extension FixedWidthInteger {
  /// The number's bytes in little-endian order, as Bluetooth uses.
  @inlinable package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { [UInt8]($0) } }

  /// The number's bytes in big-endian order.
  @inlinable package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}
