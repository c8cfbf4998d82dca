public import HaloHealth
public import HaloReports

/// A day's values of one metric, ready for a chart and for VoiceOver.
public struct SeriesPicture: Sendable, Hashable, Identifiable {
  /// A value, or the lowest and highest of an interval.
  public struct Point: Sendable, Hashable, Identifiable {
    /// Minutes after midnight, in local time.
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
  public let figures: [Fact]
  /// What the axis of values has to reach: wider than the values by a little.
  public let range: ClosedRange<Double>
  /// What VoiceOver says of the chart.
  public let spoken: Phrase

  public var id: Metric { metric }

  /// Hours for the axis of a day.
  public static let hours: [ChartLabel] = stride(from: 0, through: 1440, by: 360).map {
    ChartLabel($0, Phrase("\(TimeOfDay(minutes: $0))"))
  }

  /// The picture of a day's series.
  init(_ series: SeriesReport, _ words: MeasureWords) {
    func origin(_ place: Int, _ value: Double) -> ExplainSubject {
      .sample(series.metric, series.time(at: place), value: value, series.source(at: place))
    }
    metric = series.metric
    points = series.low.enumerated().map { place, low in
      Point(
        minute: series.time(at: place).time.minutes, low: low, high: series.high(at: place), origin: origin(place, low))
    }
    let (minimum, maximum) = (series.minimum, series.maximum)
    let margin = max((maximum - minimum) * 0.1, 1)
    range = max(0, minimum - margin)...(maximum + margin)
    func value(_ value: Double) -> Phrase { words.value(value, of: series.metric) }
    let mean = value(metric == .skinTemperature ? series.average : series.average.rounded())
    let (lowest, highest) = (series.low.firstIndex(of: minimum), (series.high ?? series.low).firstIndex(of: maximum))
    figures = [
      Fact("minimum", Phrase("Lowest"), value(minimum), origin: lowest.map { origin($0, minimum) }),
      Fact("average", Phrase("Average"), mean),
      Fact("maximum", Phrase("Highest"), value(maximum), origin: highest.map { origin($0, maximum) }),
      Fact("count", Phrase("Measurements"), Phrase("\(series.count)")),
    ]
    let (first, last) = (points.first?.minute ?? 0, points.last?.minute ?? 0)
    spoken = Phrase(
      "\(metric.title) from \(TimeOfDay(minutes: first)) to \(TimeOfDay(minutes: last)): between \(value(minimum)) and \(value(maximum)), \(mean) on average."
    )
  }
}
