/// Converts one device's ratio of ratios to oxygen saturation: from a comparison of that device with an oximeter, and for no other device.
///
/// Light through a finger depends on the lamps' wavelengths, the window and the case. A textbook's coefficients on another device are an
/// invention: across people and phones they have no skill at all.
public struct OxygenCalibration: Sendable, Equatable, Codable {
  /// The device that was compared: its identifier, or its model and hardware revision.
  public var device: String
  /// Saturation in percent at a ratio of nothing.
  public var offset: Double
  /// Percent for a ratio of one.
  public var slope: Double
  /// The ratios that were seen in the comparison; outside them there is no value.
  public var ratios: ClosedRange<Double>
  /// The comparison: by whom, with what, when.
  public var source: String

  public init(device: String, offset: Double, slope: Double, ratios: ClosedRange<Double>, source: String) {
    self.device = device
    self.offset = offset
    self.slope = slope
    self.ratios = ratios
    self.source = source
  }

  /// The saturation in percent that a ratio stands for on `device`; `nil` for another device, and outside of what was compared.
  public func saturation(_ ratio: RatioOfRatios, of device: String) -> Double? {
    guard device == self.device, ratios.contains(ratio.value) else { return nil }
    let saturation = offset + slope * ratio.value
    return (0...100).contains(saturation) ? saturation : nil
  }
}
