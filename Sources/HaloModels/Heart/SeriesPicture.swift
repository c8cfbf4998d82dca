/// A day's values of one metric, prepared for a chart and VoiceOver.
public struct SeriesPicture: Sendable, Hashable, Identifiable {
  /// A value, or the minimum and maximum of an interval.
  public struct Point: Sendable, Hashable, Identifiable {
    /// Minutes after midnight, in local time.
    public let minute: Int
    /// The minimum, or the single value.
    public let low: Double
    /// The maximum, or the single value.
    public let high: Double
    /// The subject for the Explain screen.
    public let origin: ExplainSubject

    /// The time.
    public var id: Int { minute }
  }

  public let metric: Metric
  /// The values, in order of time.
  public let points: [Point]
  /// Minimum, mean, maximum and number of values.
  public let figures: [Fact]
  /// The range of the value axis: the values plus a small margin.
  public let range: ClosedRange<Double>
  /// The VoiceOver text of the chart.
  public let voiceOverText: Phrase

  private let values: [Phrase]

  /// The metric.
  public var id: Metric { metric }

  /// Returns the value nearest to a minute after midnight, with its time, such as "62 bpm at 14:20": what a person
  /// selects in the chart. `nil` if none is within half an hour.
  public func selection(at minute: Int) -> Phrase? {
    guard
      let index = points.indices.min(by: { abs(points[$0].minute - minute) < abs(points[$1].minute - minute) }),
      abs(points[index].minute - minute) <= 30
    else { return nil }
    return Phrase("\(values[index]) at \(TimeOfDay(minutes: points[index].minute))")
  }

  /// The hour labels of a day's time axis.
  public static let hours: [ChartLabel] = stride(from: 0, through: 1440, by: 360).map {
    ChartLabel($0, Phrase("\(TimeOfDay(minutes: $0))"))
  }

  /// Creates the picture of a day's series.
  init(_ series: SeriesReport) {
    func origin(_ index: Int, _ value: Double) -> ExplainSubject {
      .sample(series.metric, series.time(at: index), value: value, series.source(at: index))
    }
    metric = series.metric
    points = series.low.enumerated().map { index, low in
      Point(
        minute: series.time(at: index).time.minutes, low: low, high: series.high(at: index), origin: origin(index, low))
    }
    let minimum = series.minimum
    let maximum = series.maximum
    let margin = max((maximum - minimum) * 0.1, 1)
    range = max(0, minimum - margin)...(maximum + margin)
    func value(_ value: Double) -> Phrase { MeasureWording.value(value, of: series.metric) }
    values = points.map { MeasureWording.range($0.low, $0.high, of: series.metric) }
    let mean = value(MeasureWording.rounded(series.average, of: metric))
    let lowest = series.low.firstIndex(of: minimum)
    let highest = (series.high ?? series.low).firstIndex(of: maximum)
    figures = [
      Fact("minimum", Phrase("Lowest"), value(minimum), origin: lowest.map { origin($0, minimum) }),
      Fact("average", metric.isState ? Phrase("Last") : Phrase("Average"), mean),
      Fact("maximum", Phrase("Highest"), value(maximum), origin: highest.map { origin($0, maximum) }),
      Fact("count", Phrase("Measurements"), Phrase("\(series.count)")),
    ]
    let first = points.first?.minute ?? 0
    let last = points.last?.minute ?? 0
    voiceOverText = Phrase(
      "\(metric.title) from \(TimeOfDay(minutes: first)) to \(TimeOfDay(minutes: last)): between \(value(minimum)) and \(value(maximum)), \(MeasureWording.average(series.average, of: metric))."
    )
  }
}
