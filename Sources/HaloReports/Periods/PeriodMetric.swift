/// A figure of each day of a period, compared with the days before.
public struct PeriodMetric: Codable, Sendable, Hashable, Identifiable {
  /// The baseline for each day, as columns of the same length.
  public struct Baseline: Codable, Sendable, Hashable {
    /// The median of the preceding days.
    public let usual: [Double?]
    /// A spread below the baseline.
    public let low: [Double?]
    /// A spread above the baseline.
    public let high: [Double?]
  }

  /// A mean of days, and the mean in words: "On average 5.2 km (28 days)".
  public struct Mean: Codable, Sendable, Hashable {
    /// The mean.
    public let value: Double
    /// The number of days with a value.
    public let days: Int
    /// The mean in words.
    public let words: Phrase
  }

  /// The id of the figure.
  public let id: FigureID
  /// The display name.
  public let name: Phrase
  /// The unit of the values.
  public let unit: Unit
  /// The kind of chart: bars of counts, dots of others.
  public let chart: Metric.Chart
  /// A note for interpreting the values; `nil` if none is needed.
  public let note: Phrase?
  /// The name for explanations of a day's value: `resting-heart-rate`.
  public let explain: String
  /// The value of each day; `nil` if unknown.
  public let values: [Double?]
  /// The wearer's goal, in the unit.
  public let goal: Int?
  /// The usual values; `nil` if no day has any.
  public let baseline: Baseline?
  /// The mean; `nil` if fewer than half of the days with data have a value.
  public let average: Mean?
  /// The mean of the same number of days before, if at least half of them have a value. For at most 31 days.
  public let before: PeriodComparison.Mean?
  /// The newest value compared with its baseline.
  public let trend: TrendReport?
  /// The texts of the values; `nil` with ``ReportDetail/samples``.
  public let texts: ValueTexts?
  /// The texts of the usual values; `nil` with ``ReportDetail/samples``, and without these.
  public let usualTexts: ValueTexts?

  /// Creates a metric. `text` formats its values and means; `nil` formats them by their unit.
  init(
    _ id: FigureID, _ name: Phrase, _ unit: Unit, _ chart: Metric.Chart, note: Phrase? = nil,
    explain: String, _ values: [Double?], goal: Int? = nil, baseline: Baseline? = nil,
    average: PeriodComparison.Mean?, before: PeriodComparison.Mean? = nil, trend: TrendReport? = nil,
    _ detail: ReportDetail, text: ((Double) -> Phrase)? = nil
  ) {
    let text = text ?? { MeasureWording.value($0, in: unit) }
    self.id = id
    self.name = name
    self.unit = unit
    self.chart = chart
    self.note = note
    self.explain = explain
    self.values = values
    self.goal = goal
    self.baseline = baseline
    self.before = before
    self.trend = trend
    self.average = average.map {
      Mean(value: $0.value, days: $0.days, words: Phrase("On average \(text($0.value)) (\(.days($0.days)))"))
    }
    guard detail != .samples else {
      texts = nil
      usualTexts = nil
      return
    }
    let highest = (values + [goal.map(Double.init)]).compactMap(\.self).max() ?? 0
    let axis =
      chart == .bars
      ? ValueAxis(from: 0, to: highest > 0 ? highest * 1.08 : 10, in: unit)
      : ValueAxis(around: values + (baseline?.low ?? []) + (baseline?.high ?? []), in: unit)
    let known = values.compactMap(\.self)
    texts = ValueTexts(
      values, axis: axis,
      range: chart == .bars
        ? nil
        : known.min().map { low in
          let high = known.max() ?? low
          return low.rounded() == high.rounded() ? text(high) : Phrase("\(low, digits: 0) – \(text(high))")
        },
      goal: goal.map { text(Double($0)) }, text)
    usualTexts = baseline.map { ValueTexts($0.usual, axis: nil, text) }
  }
}
