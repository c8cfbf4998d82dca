/// A value compared with the wearer's baseline.
public struct TrendReport: Codable, Sendable, Hashable {
  /// The metric's figure id.
  public let id: FigureID
  /// The metric's display name.
  public let name: Phrase
  public let value: Double
  /// The unit of all values here.
  public let unit: Unit
  /// The baseline: the median of the preceding days.
  public let usual: Double
  /// The spread of the preceding days: 1.4826 times the median absolute deviation.
  public let spread: Double
  /// A spread below the baseline.
  public let low: Double
  /// A spread above the baseline.
  public let high: Double
  /// Number of preceding days that have a value.
  public let days: Int
  /// Number of preceding days that were considered.
  public let ofDays: Int
  /// True if the value is more than two spreads from the baseline.
  public let rare: Bool
  /// True if the value is above, below or in the usual range.
  public let verdict: Trend.Verdict
  /// The comparison in words: "3 bpm above your usual 59 bpm (28 days)".
  public let words: Phrase
  /// The same for a sentence about the value: "3 bpm above your usual 59 bpm, which is rare for you".
  public let sentence: Phrase
  /// The value with its unit.
  public let text: Phrase
  /// The id of the explanation: `resting-heart-rate@2026-11-20`.
  public let explain: String

  /// Compares a day's value with the baseline.
  public init(_ trend: Trend, of metric: DerivedMetric, on date: CalendarDate) {
    let baseline = trend.baseline
    id = metric.figureID
    name = metric.title
    value = trend.value.rounded(parts: 1000)
    unit = metric.unit
    usual = baseline.usual.rounded(parts: 1000)
    spread = baseline.spread.rounded(parts: 1000)
    low = baseline.range.lowerBound.rounded(parts: 1000)
    high = baseline.range.upperBound.rounded(parts: 1000)
    days = baseline.count
    ofDays = baseline.ofDays
    rare = trend.isRare
    func worded(_ value: Double) -> Phrase { MeasureWording.value(value, of: metric) }
    let difference = worded(abs(trend.shownDifference))
    let usualText = worded(baseline.usual)
    let span =
      baseline.count == baseline.ofDays
      ? .days(baseline.count) : Phrase("\(baseline.count) of \(baseline.ofDays) days")
    verdict = trend.verdict
    let compared =
      switch trend.verdict {
      case .usual: Phrase("about your usual \(usualText)")
      case .above: Phrase("\(difference) above your usual \(usualText)")
      case .below: Phrase("\(difference) below your usual \(usualText)")
      }
    words = Phrase("\(compared) (\(span))")
    sentence =
      trend.isRare
      ? Phrase("\(compared), which is rare for you") : verdict == .usual ? Phrase("about as usual") : compared
    text = worded(trend.value)
    explain = "\(metric.exportName)@\(date)"
  }
}
