/// The five heart-rate zones that sport watches use: from 50, 60, 70, 80 and 90 % of the maximum heart rate.
public struct HeartRateZones: Sendable, Hashable {
  /// The numbers of the zones.
  public static let all = 1...5

  /// The wearer's maximum heart rate, in beats per minute.
  public let maximum: Double
  /// True if the maximum heart rate was estimated, not measured.
  public let isEstimate: Bool

  /// The zones for a measured maximum heart rate, in beats per minute.
  public init(maximum: Double) {
    self.maximum = maximum
    isEstimate = false
  }

  /// The zones for an age in years. The maximum heart rate is estimated as 208 − 0.7 · age (Tanaka, Monahan and Seals
  /// 2001). For one person in three the estimate is off by more than 10 beats per minute.
  public init(age: Int) {
    maximum = 208 - 0.7 * Double(age)
    isEstimate = true
  }

  /// The lowest heart rate of a zone, in whole beats per minute.
  public func lowest(of zone: Int) -> Int { Int((maximum * Double(zone + 4) / 10).rounded(.up)) }

  /// The zone of a heart rate in beats per minute; 0 below the first zone.
  public func zone(of rate: Double) -> Int { Self.all.last { rate >= Double(lowest(of: $0)) } ?? 0 }
}
