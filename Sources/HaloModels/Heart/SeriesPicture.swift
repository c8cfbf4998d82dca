public import HaloHealth
public import HaloReports

/// A day's values of one metric, ready for a chart and for VoiceOver.
public struct SeriesPicture: Sendable, Hashable, Identifiable {
  /// A value, or the lowest and highest of an interval.
  public struct Point: Sendable, Hashable, Identifiable {
    /// Minutes after midnight, by the clock on the wall.
    public let minute: Int
    /// The lowest value; the value where there is one.
    public let low: Double
    /// The highest value; the value where there is one.
    public let high: Double
    /// What it is, for the Explain screen.
    public let origin: ExplainSubject

    /// Its time.
    public var id: Int { minute }
  }

  /// What was measured.
  public let metric: Metric
  /// The values in order of time.
  public let points: [Point]
  /// Lowest, mean and highest value, and how many there are.
  public let figures: [Figure]
  /// What the axis of values has to reach: wider than the values by a little.
  public let range: ClosedRange<Double>
  /// What VoiceOver says of the chart.
  public let spoken: Phrase

  public var id: Metric { metric }

  /// Hours for the axis of a day.
  public static let hours: [ChartLabel] = stride(from: 0, through: 1440, by: 360).map {
    ChartLabel($0, Phrase("\(TimeOfDay(minutes: $0))"))
  }

  /// The values of a day; `nil` where there are none. Blood oxygen is told as the lowest and highest of an hour.
  init?(_ metric: Metric, in day: DaySummary, _ words: MeasureWords) {
    let low: [Sample]
    let high: [Sample]
    if metric == .oxygenSaturation {
      low = day.samples[.oxygenSaturationMinimum] ?? []
      high = day.samples[.oxygenSaturationMaximum] ?? []
    } else {
      low = day.samples[metric] ?? []
      high = low
    }
    let highs = Dictionary(high.map { ($0.start, $0.value) }, uniquingKeysWith: { $1 })
    let points = low.map { sample in
      Point(
        minute: sample.start.time.minutes, low: sample.value,
        high: max(sample.value, highs[sample.start] ?? sample.value),
        origin: .sample(sample))
    }
    guard let first = points.first, let last = points.last, let minimum = points.map(\.low).min(),
      let maximum = points.map(\.high).max()
    else { return nil }
    self.metric = metric
    self.points = points
    let margin = max((maximum - minimum) * 0.1, 1)
    range = max(0, minimum - margin)...(maximum + margin)
    let average =
      zip(low, points).map { (sample: $0, point: $1) }.meanOverTime(
        { $0.point.minute * 60 }, isOfMoment: \.sample.source.isOfMoment, { ($0.point.low + $0.point.high) / 2 })
      ?? minimum
    let mean = metric == .skinTemperature ? average : average.rounded()
    func value(_ value: Double) -> Phrase { words.value(value, of: metric) }
    figures = [
      Figure("minimum", Phrase("Lowest"), value(minimum), origin: points.first { $0.low == minimum }?.origin),
      Figure("average", Phrase("Average"), value(mean)),
      Figure("maximum", Phrase("Highest"), value(maximum), origin: points.first { $0.high == maximum }?.origin),
      Figure("count", Phrase("Measurements"), Phrase("\(points.count)")),
    ]
    spoken = Phrase(
      "\(metric.title) from \(TimeOfDay(minutes: first.minute)) to \(TimeOfDay(minutes: last.minute)): between \(value(minimum)) and \(value(maximum)), \(value(mean)) on average."
    )
  }
}
