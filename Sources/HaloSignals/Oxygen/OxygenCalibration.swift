/// Converts one device's ratio of ratios to SpO₂, based on a comparison of that device with an oximeter.
///
/// The ratio depends on the wavelengths of the LEDs, the window and the case. Textbook coefficients on another device
/// are meaningless: across people and phones they have no predictive value.
public struct OxygenCalibration: Sendable, Equatable, Codable {
  /// The calibrated device: its identifier, or its model and hardware revision.
  public var device: String
  /// The saturation in percent at a ratio of 0.
  public var offset: Double
  /// The change in percent per unit of the ratio.
  public var slope: Double
  /// The ratios covered by the comparison; outside of them there is no value.
  public var ratios: ClosedRange<Double>
  /// The comparison: person, reference device, date.
  public var source: String

  /// Returns the saturation in percent for a ratio measured by `device`; `nil` for another device, and outside
  /// ``ratios``.
  public func saturation(_ ratio: RatioOfRatios, of device: String) -> Double? {
    guard device == self.device, ratios.contains(ratio.value) else { return nil }
    let saturation = offset + slope * ratio.value
    return (0...100).contains(saturation) ? saturation : nil
  }
}
