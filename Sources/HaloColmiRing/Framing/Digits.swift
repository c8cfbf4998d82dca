/// Encodes integers as bytes.
enum Digits {
  static func u16LE(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
  static func u16BE(_ value: Int) -> [UInt8] { u16LE(value).reversed() }
  static func u24LE(_ value: Int) -> [UInt8] { u24BE(value).reversed() }
  static func u24BE(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 16)] + u16BE(value) }
}
