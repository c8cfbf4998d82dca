public import HaloHealth
public import HaloInsights

/// A value beside what is usual for its wearer.
public struct TrendReport: Codable, Sendable, Hashable {
  /// The metric's identity among figures.
  public let id: String
  /// The metric's name.
  public let name: Phrase
  /// The value.
  public let value: Double
  /// Its unit, and that of the numbers below.
  public let unit: Unit
  /// What is usual: the median of the days before.
  public let usual: Double
  /// How far days are from it: 1.4826 times the median absolute deviation.
  public let spread: Double
  /// Two spreads below what is usual.
  public let low: Double
  /// Two spreads above.
  public let high: Double
  /// How many of the days before have a value.
  public let days: Int
  /// Of how many days.
  public let ofDays: Int
  /// Whether the value is outside two spreads.
  public let rare: Bool
  /// Which side of the usual it is on.
  public let verdict: Trend.Verdict
  /// The comparison in words: "3 bpm above your usual 59 bpm (28 days)".
  public let words: Phrase
  /// What explains the value: `resting-heart-rate@2026-11-20`.
  public let explain: String

  /// A value on a day beside what is usual.
  public init(_ trend: Trend, of metric: DerivedMetric, on date: CalendarDate, _ measures: MeasureWords) {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    let baseline = trend.baseline
    id = metric.figureID
    name = metric.title
    value = rounded(trend.value)
    unit = metric.unit
    usual = rounded(baseline.usual)
    spread = rounded(baseline.spread)
    low = rounded(baseline.usual - 2 * baseline.spread)
    high = rounded(baseline.usual + 2 * baseline.spread)
    days = baseline.count
    ofDays = baseline.ofDays
    rare = trend.isRare
    let difference = measures.value(abs(trend.shownDifference), of: metric)
    let usualText = measures.value(baseline.usual, of: metric)
    let span =
      baseline.count == baseline.ofDays
      ? Phrase("\(baseline.count) days") : Phrase("\(baseline.count) of \(baseline.ofDays) days")
    verdict = trend.verdict
    words =
      switch trend.verdict {
      case .usual: Phrase("your usual \(usualText) (\(span))")
      case .above: Phrase("\(difference) above your usual \(usualText) (\(span))")
      case .below: Phrase("\(difference) below your usual \(usualText) (\(span))")
      }
    explain = "\(metric.exportName)@\(date)"
  }
}
