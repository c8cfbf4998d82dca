extension MachineQuantity {
  /// What the journal keeps of a quantity.
  enum Keeping: Sendable {
    /// Values of a metric, which the function converts to its unit; `nil` for a value without a meaning.
    case value(Metric, @Sendable (Double) -> Double?)
    /// As ``value``, if the machine does not send the metric's own quantity.
    case substitute(Metric, @Sendable (Double) -> Double?)
    /// A count since the start of the machine, of which the journal keeps the growth of each minute.
    case count(Metric, CumulativeCount)
    /// Nothing, for a reason.
    case nothing(String)
  }

  /// What the journal keeps of the quantity. The switch is exhaustive, so that no field is decoded and lost.
  var keeping: Keeping {
    switch self {
    case .bpm: .value(.heartRate) { $0 }
    case .speed: .value(.speed) { $0 / 3.6 }
    case .secondsPer500m: .substitute(.speed) { $0 > 0 ? 500 / $0 : nil }
    case .kilometersPerMinute: .substitute(.speed) { $0 * 1000 / 60 }
    case .watts: .value(.power) { $0 }
    case .cadence, .strokeRate, .stepsPerMinute: .value(.cadence) { $0 }
    case .inclinationPercent: .value(.inclination) { $0 }
    case .resistance: .value(.resistance) { $0 }
    case .meters: .count(.distance, .meters)
    case .kilocalories: .count(.activeEnergy, .kilocalories)
    case .steps: .count(.steps, .movements)
    case .strides: .count(.strides, .movements)
    case .strokes: .count(.strokes, .movements)
    case .floors: .count(.floors, .floors)
    case .ascentMeters: .count(.ascent, .height)
    case .descentMeters: .count(.descent, .height)
    case .averageCadence, .averageKilometersPerMinute, .averageSecondsPer500m, .averageSpeed, .averageStepsPerMinute,
      .averageStrokeRate, .averageWatts:
      .nothing("a mean, which is computed from the values that are kept")
    case .kilocaloriesPerHour, .kilocaloriesPerMinute: .nothing("the rate of a count that is kept")
    case .metabolicEquivalent: .nothing("an estimate from speed or power, which are kept")
    case .beltForceNewtons: .nothing("a part of the power, which is kept and in the same field")
    case .rampDegrees: .nothing("the inclination in another unit, which is kept and in the same field")
    case .elapsedSeconds, .remainingSeconds: .nothing("every kept value has its time")
    }
  }

  /// The quantities of which something is kept, substitutes last.
  private static let kept = allCases.map { (quantity: $0, keeping: $0.keeping) }.sorted {
    ($0.keeping.order, $0.quantity.rawValue) < ($1.keeping.order, $1.quantity.rawValue)
  }.filter { $0.keeping.metric != nil }

  /// The counts that are kept, by metric.
  static let counts = kept.reduce(into: [Metric: CumulativeCount]()) { counts, kept in
    if case .count(let metric, let count) = kept.keeping { counts[metric] = count }
  }

  /// The values of a record that are kept, each in the unit of its metric, with the quantity that it is from.
  static func kept(of record: MachineRecord) -> [(metric: Metric, value: Double, quantity: MachineQuantity)] {
    kept.reduce(into: [(metric: Metric, value: Double, quantity: MachineQuantity)]()) { all, kept in
      guard let metric = kept.keeping.metric, let value = record[kept.quantity].flatMap(kept.keeping.converted),
        !all.contains(where: { $0.metric == metric })
      else { return }
      all.append((metric, value, kept.quantity))
    }
  }
}

extension MachineQuantity.Keeping {
  /// The metric; `nil` if nothing is kept.
  var metric: Metric? {
    switch self {
    case .value(let metric, _), .substitute(let metric, _), .count(let metric, _): metric
    case .nothing: nil
    }
  }

  fileprivate var order: Int {
    switch self {
    case .value: 0
    case .count: 1
    case .substitute: 2
    case .nothing: 3
    }
  }

  fileprivate func converted(_ value: Double) -> Double? {
    switch self {
    case .value(_, let convert), .substitute(_, let convert): convert(value)
    case .count, .nothing: value
    }
  }
}
