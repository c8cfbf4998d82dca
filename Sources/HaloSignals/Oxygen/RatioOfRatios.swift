/// How much more red light pulses than infrared (or another colour), each against its own level: what oxygen in blood changes.
///
/// The pulses of both colours, each divided by its level, lie on a line through zero; its slope is the ratio. Both are noisy, so the line
/// is fitted by total least squares: the distance of the points from it is smallest, and neither colour is taken for exact.
public struct RatioOfRatios: Sendable, Equatable {
  /// (red pulse / red level) / (infrared pulse / infrared level).
  public let value: Double
  /// How well the two pulses lie on one line: their correlation, 0…1.
  public let confidence: Double

  /// Below that correlation the two colors do not move with one pulse.
  public static let leastConfidence = 0.8
  /// The least number of seconds that it needs.
  public static let shortest = 4.0

  /// From as many samples of both colours, taken at the same times.
  ///
  /// - Returns: nil for lists of different lengths, for less than four seconds, for levels that are not above zero, for samples that are
  ///   not numbers, and if the pulses of the two do not go together.
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
    // The direction in which the points spread most.
    value = (yy - xx + ((yy - xx) * (yy - xx) + 4 * xy * xy).squareRoot()) / (2 * xy)
    guard confidence >= Self.leastConfidence else { return nil }
  }
}
