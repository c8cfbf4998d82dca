/// The texts of a column of values in the wearer's units, and an axis for them. Equal values share a text.
public struct ValueTexts: Codable, Sendable, Hashable {
  /// The different texts.
  public let list: [Phrase]
  /// The index of each value's text in ``list``; `nil` without a value.
  public let at: [Int?]
  /// An axis for the values; `nil` without values.
  public let axis: ValueAxis?
  /// The lowest and the highest value: "51 – 119 bpm".
  public let range: Phrase?
  /// The wearer's goal.
  public let goal: Phrase?

  /// Formats each different value of a column once.
  init<Value: Hashable>(
    _ values: [Value?], axis: ValueAxis?, range: Phrase? = nil, goal: Phrase? = nil, _ text: (Value) -> Phrase
  ) {
    self.axis = axis
    self.range = range
    self.goal = goal
    var list = [Phrase]()
    var indices = [Value: Int]()
    at = values.map { value in
      guard let value else { return nil }
      if let index = indices[value] { return index }
      indices[value] = list.count
      list.append(text(value))
      return list.count - 1
    }
    self.list = list
  }

  /// The texts of a series.
  init(_ series: SeriesReport) {
    self.init(
      zip(series.low, series.high ?? series.low).map { SIMD2($0, $1) }, axis: ValueAxis(series),
      range: MeasureWording.range(series.minimum, series.maximum, of: series.metric)
    ) {
      // The two pressures of one measurement: 120/80 mmHg.
      series.metric == .bloodPressure && $0.x < $0.y
        ? Phrase("\(MeasureWording.amount($0.y, of: series.metric))/\(MeasureWording.value($0.x, of: series.metric))")
        : MeasureWording.range($0.x, $0.y, of: series.metric)
    }
  }

  /// The texts of the means of days.
  init(means: [Double?], of metric: Metric) {
    self.init(means, axis: nil) { MeasureWording.value(MeasureWording.rounded($0, of: metric), of: metric) }
  }

  /// The texts of the lowest and the highest value of each day.
  init(_ low: [Double?], _ high: [Double?], of metric: Metric) {
    let range = low.compactMap(\.self).min().map { lowest in
      MeasureWording.range(lowest, high.compactMap(\.self).max() ?? lowest, of: metric)
    }
    self.init(
      zip(low, high).map { low, high in low.flatMap { low in high.map { SIMD2(low, $0) } } },
      axis: ValueAxis(around: low + high, in: metric.unit), range: range
    ) { MeasureWording.range($0.x, $0.y, of: metric) }
  }
}
