/// Converts numbers to bytes.
enum NumberBytes {
  static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
  }

  static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
  }

  static func of<Number: FixedWidthInteger>(_ number: Number, isBigEndian: Bool) -> [UInt8] {
    isBigEndian ? big(number) : little(number)
  }
}
