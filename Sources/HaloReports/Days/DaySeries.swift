import HaloHealth
import HaloInsights
import HaloJournal

/// The series of a day: from the journal, for each metric those of the selected device, or from a file on the device's
/// own clock.
struct DaySeries {
  /// The maximum number of values in a chart on the page.
  static let most = 800
  private static let movementMetrics: [Metric] = [.steps, .distance, .activeEnergy]

  private let start: LocalTime
  private let points: [Metric: [SeriesReport.Point]]
  /// The source frames of each point; `nil` without ``ReportDetail/samples``.
  private let frames: ((Metric) -> [[Int]])?

  init(_ day: WearerDay, _ wearer: String, _ journal: Journal, _ detail: ReportDetail) throws {
    let metrics = Set(Metric.shown(on: .day).flatMap(\.charted) + Self.movementMetrics)
    let samples = try journal.samples(on: day.date, wearer: wearer, metrics: Array(metrics))
    let frames =
      try detail == .samples
      ? journal.frames(ofStatements: Set(samples.values.joined().compactMap(\.statement))) : nil
    self.init(samples, from: day.start, frames)
  }

  /// Creates series of samples after `start`, with the frames of the journal's statements if they are needed.
  init(_ samples: [Metric: [StoredSample]], from start: Moment, _ frames: [Int: [Int]]? = nil) {
    self.start = LocalTime(start)
    points = samples.mapValues { samples in
      samples.map { sample in
        SeriesReport.Point(
          time: LocalTime(sample.start), seconds: (sample.start.milliseconds - start.milliseconds) / 1000,
          low: sample.value, high: sample.value, source: sample.source, length: sample.length / 1000)
      }
    }
    self.frames = frames.map { frames in
      { (samples[$0] ?? []).map { $0.statement.flatMap { frames[$0] } ?? [] } }
    }
  }

  /// Creates the series of a day in a file.
  init(_ day: DaySummary) {
    let start = day.date.midnight
    self.start = LocalTime(start)
    points = day.samples.mapValues { samples in
      samples.map { sample in
        SeriesReport.Point(
          time: LocalTime(sample.start), seconds: sample.start.secondsSince1970 - start.secondsSince1970,
          low: sample.value, high: sample.value, source: sample.source, length: sample.minutes * 60)
      }
    }
    frames = { (day.samples[$0] ?? []).map(\.provenance.frames) }
  }

  /// Returns the series of a screen that have values, in display order.
  func all(on screen: Metric.Screen) -> [SeriesReport] {
    Metric.shown(on: screen).compactMap(series)
  }

  /// Returns a series: the extremes of each interval if the device reports those, otherwise single values.
  private func series(_ shown: Metric) -> SeriesReport? {
    if let (low, high) = shown.definition.extremes, let lowest = points[low], !lowest.isEmpty {
      let highest = points[high] ?? []
      let highs = Dictionary(highest.map { ($0.seconds, $0.high) }, uniquingKeysWith: { $1 })
      let both = lowest.map { point in
        var point = point
        point.high = max(point.low, highs[point.seconds] ?? point.low)
        return point
      }
      var series = series(shown, shown, both, [low, high])
      if frames != nil {
        series?.hours = SeriesReport.hours(lowest, highest)
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
      series?.from = Set(sources.flatMap(frames).joined()).sorted()
    }
    return series
  }

  /// Returns steps, distance and energy of the day; `nil` if there is no data.
  func movement(on date: CalendarDate, _ totals: [DailyTotals]) -> DaySummary.Movement? {
    let log = Self.movementMetrics.flatMap { metric in
      let frames = frames?(metric)
      return (points[metric] ?? []).enumerated().map { place, point in
        Sample(
          metric, point.low, start: point.time.wallClock, minutes: point.length / 60, source: point.source,
          provenance: Provenance(frames: frames?[place] ?? [], decoder: ""))
      }
    }
    return DaySummary(of: date, in: Readings(samples: log, totals: totals), repeats: false).movement
  }

  /// Returns a day's movement, with its steps by interval and its source frames if these are needed.
  func report(of movement: DaySummary.Movement) -> DayReport.Movement {
    let intervals = (points[.steps] ?? []).map {
      DayReport.Movement.Interval(time: $0.time.time, minutes: $0.length / 60, steps: Int($0.low.rounded()))
    }
    return DayReport.Movement(
      basis: movement.basis, steps: movement.steps, meters: movement.meters, kilocalories: movement.kilocalories,
      activeMinutes: movement.activeMinutes, intervals: frames == nil ? nil : intervals,
      from: frames == nil ? nil : Set(movement.provenance.frames).sorted())
  }
}

extension SeriesReport {
  /// Returns SpO₂ by hour of the day.
  static func hours(_ lowest: [Point], _ highest: [Point]) -> [Hour] {
    (0..<24).compactMap { hour in
      func value(_ points: [Point]) -> Double? { points.first { $0.time.time.hour == hour }?.low }
      let (minimum, maximum) = (value(lowest), value(highest))
      return minimum == nil && maximum == nil ? nil : Hour(hour: hour, minimum: minimum, maximum: maximum)
    }
  }
}
