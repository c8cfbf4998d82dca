/// The series of a day or night from the journal, for each metric those of the selected device.
struct DaySeries {
  /// The maximum number of values in a chart on the page.
  static let most = 800

  private let start: LocalTime
  private let points: [Metric: [SeriesReport.Point]]
  /// The source frames of each metric; `nil` without ``ReportDetail/samples``.
  private let frames: [Metric: Set<Int>]?

  init(_ day: WearerDay, _ wearer: String, _ journal: Journal, _ detail: ReportDetail) throws {
    let metrics = Set(Metric.shown(on: .day).flatMap(\.charted))
    let samples = try journal.samples(on: day.date, wearer: wearer, metrics: Array(metrics))
    let frames =
      try detail == .samples
      ? samples.mapValues { samples in
        Set(try journal.frames(ofStatements: Set(samples.compactMap(\.statement))).values.joined())
      } : nil
    self.init(samples, from: day.start, local: day.local, frames)
  }

  /// Creates series of samples after `start`, with their source frames if they are needed.
  init(
    _ samples: [Metric: [StoredSample]], from start: Moment, local: (Moment) -> LocalTime = { LocalTime($0) },
    _ frames: [Metric: Set<Int>]? = nil
  ) {
    self.start = local(start)
    points = samples.mapValues { samples in
      samples.map { sample in
        SeriesReport.Point(
          time: local(sample.start), seconds: (sample.start.milliseconds - start.milliseconds) / 1000,
          low: sample.value, high: sample.value, source: sample.source, length: sample.length / 1000)
      }
    }
    self.frames = frames
  }

  /// Returns the series of a screen that have values, in display order.
  func all(on screen: Metric.Screen) -> [SeriesReport] {
    Metric.shown(on: screen).compactMap(series)
  }

  /// Returns a series: the extremes of each interval if the device reports those, otherwise single values.
  private func series(_ shown: Metric) -> SeriesReport? {
    if let (low, high) = shown.definition.extremes, let lowest = points[low], !lowest.isEmpty {
      let highs = Dictionary((points[high] ?? []).map { ($0.seconds, $0.high) }, uniquingKeysWith: { $1 })
      let both = lowest.map { point in
        var point = point
        point.high = max(point.low, highs[point.seconds] ?? point.low)
        return point
      }
      var series = series(shown, shown, both, [low, high])
      if frames != nil {
        series?.hours = both.map {
          SeriesReport.Hour(hour: $0.time.time.hour, minimum: $0.low, maximum: highs[$0.seconds])
        }
        series?.samples = nil
      }
      return series
    }
    return shown.charted.lazy.compactMap { metric in
      series(shown, metric, points[metric] ?? [], [metric])
    }.first
  }

  private func series(
    _ shown: Metric, _ metric: Metric, _ points: [SeriesReport.Point], _ sources: [Metric]
  ) -> SeriesReport? {
    var series = SeriesReport(
      metric, for: shown, shown.definition.chart ?? .dots, points, start: start, most: frames == nil ? Self.most : nil)
    if let frames {
      series?.samples = points.map { SeriesReport.Value(time: $0.time.time, value: $0.low, source: $0.source) }
      series?.from = Set(sources.compactMap { frames[$0] }.joined()).sorted()
    }
    return series
  }

  /// Returns a day's movement, with its steps by interval and its source frames if these are needed.
  func report(of movement: DayMovement) -> DayReport.Movement {
    let intervals = (points[.steps] ?? []).map {
      DayReport.Movement.Interval(time: $0.time.time, minutes: $0.length / 60, steps: Int($0.low.rounded()))
    }
    return DayReport.Movement(
      basis: movement.basis, steps: movement.steps, meters: movement.knownMeters, kilocalories: movement.kilocalories,
      activeMinutes: movement.activeMinutes, intervals: frames == nil ? nil : intervals,
      from: frames == nil ? nil : movement.provenance.frames)
  }
}
