/// Five zones of effort by heart rate, as sport watches draw them: from 50, 60, 70, 80 and 90 % of the highest heart rate on.
public struct HeartRateZones: Sendable, Hashable {
  /// The zones' numbers.
  public static let all = 1...5

  /// The highest heart rate of the wearer, in beats a minute.
  public let maximum: Double
  /// Whether the highest heart rate was estimated and not measured.
  public let isEstimate: Bool

  /// The zones of somebody whose highest heart rate is known, in beats a minute.
  public init(maximum: Double) {
    self.maximum = maximum
    isEstimate = false
  }

  /// The zones of somebody whose age in years is known: the highest heart rate is estimated as 208 − 0.7 · age (Tanaka, Monahan and
  /// Seals 2001). That of one person in three is more than 10 beats off.
  public init(age: Int) {
    maximum = 208 - 0.7 * Double(age)
    isEstimate = true
  }

  /// The lowest heart rate of a zone, in whole beats a minute.
  public func lowest(of zone: Int) -> Int { Int((maximum * Double(zone + 4) / 10).rounded(.up)) }

  /// The zone of a heart rate in beats a minute; 0 below the first.
  public func zone(of rate: Double) -> Int { Self.all.last { rate >= Double(lowest(of: $0)) } ?? 0 }
}
