/// How a number is written in a value: its bytes, and what one step of it is.
package struct NumberField: Sendable, Hashable {
  /// Bytes, 1…3.
  package let width: Int
  /// Whether it is two's complement.
  package let isSigned: Bool
  /// One step of the number is `factor` ÷ 10^`places` of its unit.
  package let factor: Int
  package let places: Int

  package static func unsigned(_ width: Int, factor: Int = 1, places: Int = 0) -> NumberField {
    NumberField(width: width, isSigned: false, factor: factor, places: places)
  }

  package static func signed(places: Int = 0) -> NumberField {
    NumberField(width: 2, isSigned: true, factor: 1, places: places)
  }

  /// The largest number, which stands for "not available" in what machines measure: 0xFF, 0xFFFF, 0xFFFFFF, 0x7FFF.
  package var largest: Int { 1 << (width * 8 - (isSigned ? 1 : 0)) - 1 }

  /// The smallest number.
  package var smallest: Int { isSigned ? -largest - 1 : 0 }

  /// The next number; `nil`, and nothing is read, where too few bytes are left.
  package func read(_ reader: inout ByteReader) -> Int? { isSigned ? reader.signed(width) : reader.unsigned(width) }

  /// What a number means.
  package func meaning(of raw: Int) -> FixedDecimal { FixedDecimal(raw * factor, places: places) }

  /// The number that is nearest to a value and fits.
  package func raw(of value: Double) -> Int {
    let steps = value * Double(FixedDecimal(0, places: places).scale) / Double(factor)
    guard !steps.isNaN else { return 0 }
    return Int(min(max(steps.rounded(), Double(smallest)), Double(largest)))
  }
}
