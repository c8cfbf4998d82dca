/// The encoding of a number: its width, its sign and the value of one count.
public struct NumberField: Sendable, Hashable {
  /// The width in bytes, 1…3.
  public let width: Int
  /// True for two's complement.
  public let isSigned: Bool
  /// One count of the raw integer is `factor` ÷ 10^`places` units.
  public let factor: Int
  /// The number of decimals, 0…9.
  public let places: Int

  /// An unsigned integer of 1…3 bytes.
  public static func unsigned(_ width: Int, factor: Int = 1, places: Int = 0) -> NumberField {
    NumberField(width: width, isSigned: false, factor: factor, places: places)
  }

  /// A signed integer of two bytes.
  public static func signed(places: Int = 0) -> NumberField {
    NumberField(width: 2, isSigned: true, factor: 1, places: places)
  }

  /// The largest raw number, which means "not available" in machine data: 0xFF, 0xFFFF, 0xFFFFFF, 0x7FFF.
  public var largest: Int { 1 << (width * 8 - (isSigned ? 1 : 0)) - 1 }

  /// The smallest raw number.
  public var smallest: Int { isSigned ? -largest - 1 : 0 }

  /// Reads the next raw number; returns `nil` and reads nothing if too few bytes are left.
  public func read(_ reader: inout ByteReader) -> Int? { isSigned ? reader.signed(width) : reader.unsigned(width) }

  /// Converts a raw number to its value.
  public func meaning(of raw: Int) -> FixedDecimal { FixedDecimal(raw * factor, places: places) }

  /// Converts a value to the nearest raw number, clamped to the range; 0 for NaN.
  public func raw(of value: Double) -> Int {
    let steps = value * Double(FixedDecimal(0, places: places).scale) / Double(factor)
    guard !steps.isNaN else { return 0 }
    return Int(min(max(steps.rounded(), Double(smallest)), Double(largest)))
  }
}
