/// The 16-bit number of IEEE 11073-20601 (SFLOAT): a 12-bit mantissa times ten to the power of a 4-bit exponent, both
/// two's complement.
///
/// ```
/// 73 F1   little-endian F173: exponent F = −1, mantissa 173 = 371  →  37.1
/// 07FF not a number · 0800 not at this resolution · 07FE and 0802 plus and minus infinity · 0801 reserved
/// ```
///
/// Only an exponent of 0 marks the five special values: 17FF is 2047 · 10.
public struct SFloat: Hashable, Sendable {
  /// The encoded bits.
  public let bits: UInt16

  /// Creates a number from its encoded bits.
  public init(bits: UInt16) { self.bits = bits }

  /// Encodes `mantissa` (−2048…2047) · 10^`exponent` (−8…7); `nil` if it is out of range, or if its bits are a special
  /// value.
  public init?(mantissa: Int, exponent: Int) {
    guard (-2048...2047).contains(mantissa), (-8...7).contains(exponent) else { return nil }
    bits = UInt16(truncatingIfNeeded: mantissa & 0x0FFF | exponent << 12)
    if isSpecial { return nil }
  }

  /// The exact number; `nil` for special values.
  public var decimal: FixedDecimal? {
    isSpecial ? nil : MedicalNumber.decimal(mantissa: mantissa, exponent: Int(Int16(bitPattern: bits) >> 12))
  }

  private var mantissa: Int { Int(Int16(bitPattern: bits << 4) >> 4) }
  private var isSpecial: Bool { (0x07FE...0x0802).contains(bits) }
}

/// The 32-bit number of IEEE 11073-20601 (FLOAT): a 24-bit mantissa times ten to the power of an 8-bit exponent, both
/// two's complement.
///
/// ```
/// 6C 01 00 FF   little-endian FF 00016C: exponent FF = −1, mantissa 00016C = 364  →  36.4
/// 007FFFFF not a number · 00800000 not at this resolution · 007FFFFE and 00800002 infinities · 00800001 reserved
/// ```
public struct MedicalFloat: Hashable, Sendable {
  /// The encoded bits.
  public let bits: UInt32

  /// Creates a number from its encoded bits.
  public init(bits: UInt32) { self.bits = bits }

  /// Encodes `mantissa` (−8388608…8388607) · 10^`exponent` (−128…127); `nil` if it is out of range, or if its bits are
  /// a special value.
  public init?(mantissa: Int, exponent: Int) {
    guard (-8_388_608...8_388_607).contains(mantissa), (-128...127).contains(exponent) else { return nil }
    bits = UInt32(truncatingIfNeeded: mantissa & 0xFF_FFFF | exponent << 24)
    if isSpecial { return nil }
  }

  /// The exact number; `nil` for special values, and for implausible ones: 10^18 and more, or finer than 10^−9.
  public var decimal: FixedDecimal? {
    isSpecial
      ? nil
      : MedicalNumber.decimal(
        mantissa: Int(Int32(bitPattern: bits << 8) >> 8), exponent: Int(Int32(bitPattern: bits) >> 24))
  }

  private var isSpecial: Bool { (0x007F_FFFE...0x0080_0002).contains(bits) }
}

enum MedicalNumber {
  /// Returns `mantissa` · 10^`exponent`; `nil` unless it fits into nine decimals and 18 digits.
  static func decimal(mantissa: Int, exponent: Int) -> FixedDecimal? {
    var mantissa = mantissa
    var exponent = exponent
    guard mantissa != 0 else { return FixedDecimal(0, places: 0) }
    while exponent < -9, mantissa.isMultiple(of: 10) { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    while exponent > 0, abs(mantissa) < 100_000_000_000_000_000 {
      mantissa = mantissa * 10
      exponent = exponent - 1
    }
    return (-9...0).contains(exponent) ? FixedDecimal(mantissa, places: -exponent) : nil
  }
}
