import HaloHealth

/// How all front ends show a metric's values of a day. A metric with an entry in ``all`` appears on all of them.
struct SeriesPresentation: Sendable {
  /// The metric.
  let metric: Metric
  /// The kind of chart.
  let chart: SeriesReport.Chart
  /// The metrics of the lowest and the highest value of each interval, which are preferred to single values.
  let extremes: (low: Metric, high: Metric)?
  /// The metrics that are shown if this one has no values, the preferred one first.
  let substitutes: [Metric]
  private let screens: Set<ReportScreen>
  /// True if a report says why there are no values. Metrics that only some devices measure are left out without a word.
  let isExpected: Bool

  /// All metrics that are shown, in display order.
  static let all: [SeriesPresentation] = [
    Self(.heartRate, .line, on: [.day, .heart, .night], isExpected: true),
    Self(.steps, .bars, on: [.day, .activity], isExpected: true),
    Self(
      .oxygenSaturation, .range,
      extremes: (.oxygenSaturationMinimum, .oxygenSaturationMaximum), on: [.day, .heart, .night], isExpected: true),
    Self(
      .heartRateVariability, .dots, substitutes: [.heartRateVariabilityRMSSD, .heartRateVariabilitySDNN],
      on: [.day, .heart, .night], isExpected: true),
    Self(.stress, .dots, on: [.day, .heart], isExpected: true),
    Self(.skinTemperature, .dots, on: [.day, .heart, .night]),
    Self(.speed, .line, on: [.day, .activity]),
    Self(.cadence, .line, on: [.day, .activity]),
    Self(.power, .line, on: [.day, .activity]),
  ]

  private init(
    _ metric: Metric, _ chart: SeriesReport.Chart,
    extremes: (low: Metric, high: Metric)? = nil,
    substitutes: [Metric] = [], on screens: Set<ReportScreen>, isExpected: Bool = false
  ) {
    (self.metric, self.chart, self.extremes) = (metric, chart, extremes)
    (self.substitutes, self.screens, self.isExpected) = (substitutes, screens, isExpected)
  }

  /// All metrics whose values a series may have.
  var metrics: [Metric] { [metric] + substitutes + [extremes?.low, extremes?.high].compactMap(\.self) }

  static func shown(on screen: ReportScreen) -> [SeriesPresentation] { all.filter { $0.screens.contains(screen) } }
}
