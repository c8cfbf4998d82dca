/// A number with a fixed count of decimals, such as 1.21 stored as 121 hundredths. It avoids rounding between a
/// device's integer and the printed number.
public struct FixedDecimal: Hashable, Sendable {
  /// The number times 10^`places`.
  public let units: Int
  /// Count of decimals, 0…9.
  public let places: Int

  /// Creates the number `units` ÷ 10^`places`; `places` is clamped to 0…9.
  @inlinable
  public init(_ units: Int, places: Int) {
    self.units = units
    self.places = min(max(places, 0), 9)
  }

  /// 10^`places`.
  public var scale: Int { Self.powersOfTen[places] }

  /// The nearest `Double`.
  public var doubleValue: Double { Double(units) / Double(scale) }

  private static let powersOfTen = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]
}
