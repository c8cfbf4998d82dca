import HaloHealth

/// The texts of a column of values in the wearer's units, and an axis for them. Equal values share a text.
public struct ValueTexts: Codable, Sendable, Hashable {
  /// The different texts.
  public let list: [Phrase]
  /// The place of each value's text in ``list``; `nil` without a value.
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
    (self.axis, self.range, self.goal) = (axis, range, goal)
    var (list, places) = ([Phrase](), [Value: Int]())
    at = values.map { value in
      guard let value else { return nil }
      if let place = places[value] { return place }
      places[value] = list.count
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
    ) { MeasureWording.range($0.x, $0.y, of: series.metric) }
  }

  /// The texts of whole numbers of a metric. The axis also shows `others`.
  fileprivate init(_ values: [Double?], of metric: Metric, with others: [Double?] = []) {
    let known = values.compactMap { $0?.rounded() }
    self.init(
      values, axis: ValueAxis(around: values + others, in: metric.unit),
      range: known.min().map { MeasureWording.range($0, known.max() ?? $0, of: metric) }
    ) { MeasureWording.value($0.rounded(), of: metric) }
  }
}

extension ActivityReport {
  /// The texts of the columns of ``days``.
  public var texts: [String: ValueTexts] {
    func bars(_ values: [Double?], _ unit: Unit, goal: Int? = nil, _ text: (Double) -> Phrase) -> ValueTexts {
      let highest = (values.compactMap(\.self) + [goal.map(Double.init) ?? 0]).max() ?? 0
      return ValueTexts(
        values, axis: ValueAxis(from: 0, to: highest > 0 ? highest * 1.08 : 10, in: unit),
        goal: goal.map { text(Double($0)) }, text)
    }
    func numbers(_ column: [Int?]) -> [Double?] { column.map { $0.map(Double.init) } }
    return [
      "steps": bars(numbers(days.steps), .count, goal: stepGoal) { Phrase("\($0, digits: 0) steps") },
      "distance": bars(numbers(days.distance), .meters) { MeasureWording.distance($0) },
      "energy": bars(days.energy, .kilocalories) { MeasureWording.value($0, of: Metric.activeEnergy) },
      "activeMinutes": bars(numbers(days.activeMinutes), .minutes) { MeasureWording.value($0, of: .activeMinutes) },
    ]
  }
}

extension HeartPeriodReport {
  /// The texts of the columns of ``days`` and ``baselines``; `range` is of the lowest and the highest heart rate.
  public var texts: [String: ValueTexts] {
    let both = ValueTexts(days.low + days.high, of: .heartRate)
    let ranges = zip(days.low, days.high).map { low, high in low.flatMap { low in high.map { SIMD2(low, $0) } } }
    func trend(_ values: [Double?], _ baseline: Baseline?, _ metric: Metric) -> ValueTexts {
      ValueTexts(values, of: metric, with: (baseline?.low ?? []) + (baseline?.high ?? []))
    }
    return [
      "range": ValueTexts(ranges, axis: both.axis, range: both.range) {
        MeasureWording.range($0.x, $0.y, of: .heartRate)
      },
      "average": ValueTexts(days.average, of: .heartRate),
      "resting": trend(days.resting, baselines.resting, .heartRate),
      "hrv": trend(days.hrv, baselines.hrv, .heartRateVariability),
      "usualResting": ValueTexts(baselines.resting?.usual ?? [], of: .heartRate),
      "usualHrv": ValueTexts(baselines.hrv?.usual ?? [], of: .heartRateVariability),
    ]
  }
}
