import HaloHealth
import HaloInsights
import HaloJournal

/// The series of a day from the journal; for each metric those of the selected device.
struct DaySeries {
  /// The maximum number of values in a chart on the page.
  static let most = 800
  private static let metrics: [Metric] = [
    .heartRate, .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum, .stress, .heartRateVariability,
    .heartRateVariabilityRMSSD, .skinTemperature, .speed, .cadence, .battery,
  ]
  private static let movementMetrics: [Metric] = [.steps, .distance, .activeEnergy]

  private let start: Moment
  private let samples: [Metric: [StoredSample]]
  private var totals: [DailyTotals] = []
  /// The frames of the journal's statements; `nil` without ``ReportDetail/samples``.
  private let frames: [Int: [Int]]?

  init(_ day: WearerDay, _ wearer: String, _ journal: Journal, _ detail: ReportDetail) throws {
    start = day.start
    samples = try journal.samples(on: day.date, wearer: wearer, metrics: Self.metrics + Self.movementMetrics)
    totals = try journal.totals(on: day.date, wearer: wearer)
    frames =
      try detail == .samples
      ? journal.frames(ofStatements: Set(samples.values.joined().compactMap(\.statement))) : nil
  }

  /// Creates series of samples in a time range, for a night's charts.
  init(_ samples: [Metric: [StoredSample]], from start: Moment) {
    self.start = start
    self.samples = samples
    frames = nil
  }

  /// Returns the series of a metric; `nil` if it has no values.
  func series(_ metric: Metric) -> SeriesReport? { series(metric, samples[metric] ?? [], highest: []) }

  /// SpO₂: minimum and maximum of each interval, or single values if the device reports those.
  var oxygen: SeriesReport? {
    let lowest = samples[.oxygenSaturationMinimum] ?? []
    guard !lowest.isEmpty else { return series(.oxygenSaturation) }
    let highest = samples[.oxygenSaturationMaximum] ?? []
    var series = series(.oxygenSaturation, lowest, highest: highest)
    if frames != nil {
      series?.hours = SeriesReport.hours(
        low: lowest.map { ($0.start.wallClock, $0.value) }, high: highest.map { ($0.start.wallClock, $0.value) })
      series?.samples = nil
    }
    return series
  }

  /// HRV: the device's own values, otherwise RMSSD.
  var variability: SeriesReport? { series(.heartRateVariability) ?? series(.heartRateVariabilityRMSSD) }

  /// Returns steps, distance and energy of the day; `nil` if there is no data. Its provenance includes the log's frames
  /// with ``ReportDetail/samples``.
  func movement(on date: CalendarDate) -> DaySummary.Movement? {
    let log = Self.movementMetrics.flatMap { samples[$0] ?? [] }.map { sample in
      Sample(
        sample.metric, sample.value, start: sample.start.wallClock,
        minutes: Duration.milliseconds(sample.length).wholeMinutes, source: sample.source,
        provenance: Provenance(frames: sample.statement.flatMap { frames?[$0] } ?? [], decoder: ""))
    }
    return DaySummary(of: date, in: Readings(samples: log, totals: totals), repeats: false).movement
  }

  /// Returns a day's movement with its steps by interval.
  func report(of movement: DaySummary.Movement) -> DayReport.Movement {
    let intervals = (samples[.steps] ?? []).map {
      DayReport.Movement.Interval(
        time: $0.start.wallClock.time, minutes: Duration.milliseconds($0.length).wholeMinutes,
        steps: Int($0.value.rounded()))
    }
    return DayReport.Movement(
      movement, intervals: frames == nil ? nil : intervals,
      from: frames == nil ? nil : Set(movement.provenance.frames).sorted())
  }

  private func series(_ metric: Metric, _ samples: [StoredSample], highest: [StoredSample]) -> SeriesReport? {
    let highs = Dictionary(highest.map { ($0.start.milliseconds, $0.value) }, uniquingKeysWith: { $1 })
    let points = samples.map { sample in
      SeriesReport.Point(
        time: LocalTime(sample.start), seconds: (sample.start.milliseconds - start.milliseconds) / 1000,
        low: sample.value, high: max(sample.value, highs[sample.start.milliseconds] ?? sample.value),
        source: sample.source, length: sample.length / 1000)
    }
    var series = SeriesReport(metric, points, start: LocalTime(start), most: frames == nil ? Self.most : nil)
    if let frames {
      series?.samples = points.map { SeriesReport.Value(time: $0.time.time, value: $0.low, source: $0.source) }
      series?.from = Set((samples + highest).compactMap(\.statement).flatMap { frames[$0] ?? [] }).sorted()
    }
    return series
  }
}

/// The series of a day in a file, on the device's own clock.
struct FileSeries {
  private let day: DaySummary
  private let start: WallClock

  init(_ day: DaySummary) {
    self.day = day
    start = day.date.midnight
  }

  /// Returns the series of a metric; `nil` if it has no values.
  func series(_ metric: Metric) -> SeriesReport? { series(metric, day.samples[metric] ?? [], highest: []) }

  /// SpO₂: minimum and maximum of each interval.
  var oxygen: SeriesReport? {
    let lowest = day.samples[.oxygenSaturationMinimum] ?? []
    let highest = day.samples[.oxygenSaturationMaximum] ?? []
    guard !lowest.isEmpty else { return series(.oxygenSaturation) }
    var series = series(.oxygenSaturation, lowest, highest: highest)
    series?.hours = SeriesReport.hours(
      low: lowest.map { ($0.start, $0.value) }, high: highest.map { ($0.start, $0.value) })
    series?.samples = nil
    return series
  }

  private func series(_ metric: Metric, _ samples: [Sample], highest: [Sample]) -> SeriesReport? {
    let highs = Dictionary(highest.map { ($0.start, $0.value) }, uniquingKeysWith: { $1 })
    let points = samples.map { sample in
      SeriesReport.Point(
        time: LocalTime(sample.start), seconds: sample.start.secondsSince1970 - start.secondsSince1970,
        low: sample.value, high: max(sample.value, highs[sample.start] ?? sample.value), source: sample.source,
        length: sample.minutes * 60)
    }
    var series = SeriesReport(metric, points, start: LocalTime(start), most: nil)
    series?.samples = points.map { SeriesReport.Value(time: $0.time.time, value: $0.low, source: $0.source) }
    series?.from = Set((samples + highest).flatMap(\.provenance.frames)).sorted()
    return series
  }
}

extension SeriesReport {
  /// Returns SpO₂ by hour of the day.
  static func hours(low: [(WallClock, Double)], high: [(WallClock, Double)]) -> [Hour] {
    (0..<24).compactMap { hour in
      let minimum = low.first { $0.0.time.hour == hour }?.1
      let maximum = high.first { $0.0.time.hour == hour }?.1
      return minimum == nil && maximum == nil ? nil : Hour(hour: hour, minimum: minimum, maximum: maximum)
    }
  }
}

extension DayReport.Movement {
  init(_ movement: DaySummary.Movement, intervals: [Interval]?, from: [Int]?) {
    self.init(
      basis: movement.basis, steps: movement.steps, meters: movement.meters, kilocalories: movement.kilocalories,
      activeMinutes: movement.activeMinutes, intervals: intervals, from: from)
  }
}
