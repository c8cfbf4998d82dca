/// The ratio of ratios: the pulse in red light relative to infrared (or another color), each divided by its level. It
/// depends on the oxygen in blood.
///
/// The pulses of both colors, each divided by its level, lie on a line through zero; its slope is the ratio. Both are
/// noisy, so the line is fitted by total least squares, which minimizes the distances from the line and treats neither
/// color as exact.
public struct RatioOfRatios: Sendable, Equatable {
  /// (red pulse / red level) / (infrared pulse / infrared level).
  public let value: Double
  /// The correlation of the two pulses, 0…1.
  public let confidence: Double

  /// Below this correlation the two colors do not follow one pulse.
  public static let leastConfidence = 0.8
  /// The minimum length in seconds.
  public static let shortest = 4.0

  /// Computes the ratio from samples of both colors at the same times.
  ///
  /// - Returns: nil for arrays of different lengths, less than four seconds, levels that are not positive, NaN samples,
  ///   or pulses that do not correlate.
  public init?(red: [Double], infrared: [Double], rate: Double) {
    guard red.count == infrared.count, Double(red.count) >= Self.shortest * rate, red.allSatisfy(\.isFinite),
      infrared.allSatisfy(\.isFinite),
      let band = Butterworth.bandPass(order: 2, from: 0.5, to: min(5, rate * 0.45), rate: rate)
    else { return nil }
    let (redLevel, infraredLevel) = (
      red.reduce(0, +) / Double(red.count), infrared.reduce(0, +) / Double(infrared.count)
    )
    guard redLevel > 0, infraredLevel > 0 else { return nil }
    let (x, y) = (band.zeroPhase(infrared), band.zeroPhase(red))
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for index in x.indices {
      let (one, other) = (x[index] / infraredLevel, y[index] / redLevel)
      xx += one * one
      xy += one * other
      yy += other * other
    }
    guard xx > 0, yy > 0, xy > 0 else { return nil }
    confidence = xy / (xx * yy).squareRoot()
    // The direction of the largest spread of the points.
    value = (yy - xx + ((yy - xx) * (yy - xx) + 4 * xy * xy).squareRoot()) / (2 * xy)
    guard confidence >= Self.leastConfidence else { return nil }
  }
}
