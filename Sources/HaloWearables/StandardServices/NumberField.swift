/// How a number is written in a value: its bytes, and what one step of it is.
public struct NumberField: Sendable, Hashable {
  /// Bytes, 1…3.
  public let width: Int
  /// Whether it is two's complement.
  public let isSigned: Bool
  /// One step of the number is `factor` ÷ 10^`places` of its unit.
  public let factor: Int
  /// Decimals of one step, 0…9.
  public let places: Int

  /// A number without a sign, of 1…3 bytes.
  public static func unsigned(_ width: Int, factor: Int = 1, places: Int = 0) -> NumberField {
    NumberField(width: width, isSigned: false, factor: factor, places: places)
  }

  /// A number with a sign, of two bytes.
  public static func signed(places: Int = 0) -> NumberField {
    NumberField(width: 2, isSigned: true, factor: 1, places: places)
  }

  /// The largest number, which stands for "not available" in what machines measure: 0xFF, 0xFFFF, 0xFFFFFF, 0x7FFF.
  public var largest: Int { 1 << (width * 8 - (isSigned ? 1 : 0)) - 1 }

  /// The smallest number.
  public var smallest: Int { isSigned ? -largest - 1 : 0 }

  /// The next number; `nil`, and nothing is read, if too few bytes are left.
  public func read(_ reader: inout ByteReader) -> Int? { isSigned ? reader.signed(width) : reader.unsigned(width) }

  /// What a number means, in its unit.
  public func meaning(of raw: Int) -> FixedDecimal { FixedDecimal(raw * factor, places: places) }

  /// The number that is nearest to a value in its unit and fits; 0 for a value that is not a number.
  public func raw(of value: Double) -> Int {
    let steps = value * Double(FixedDecimal(0, places: places).scale) / Double(factor)
    guard !steps.isNaN else { return 0 }
    return Int(min(max(steps.rounded(), Double(smallest)), Double(largest)))
  }
}
