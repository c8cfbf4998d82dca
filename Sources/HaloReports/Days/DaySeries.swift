import HaloHealth
import HaloInsights
import HaloJournal

/// The series of a day in the journal, of each metric those of the device that counts.
struct DaySeries {
  /// Values that a page's chart has room for.
  static let most = 800
  private static let metrics: [Metric] = [
    .heartRate, .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum, .stress, .heartRateVariability,
    .heartRateVariabilityRMSSD, .skinTemperature, .speed, .cadence, .battery,
  ]
  private static let movementMetrics: [Metric] = [.steps, .distance, .activeEnergy]

  private let start: Moment
  private let samples: [Metric: [StoredSample]]
  private var totals: [DailyTotals] = []
  /// The frames of the journal's statements; `nil` if the report was not asked for them.
  private let frames: [Int: [Int]]?

  init(_ day: WearerDay, _ wearer: String, _ journal: Journal, _ detail: ReportDetail) throws {
    start = day.start
    samples = try journal.samples(on: day.date, wearer: wearer, metrics: Self.metrics + Self.movementMetrics)
    totals = try journal.totals(on: day.date, wearer: wearer)
    frames =
      try detail == .samples
      ? journal.frames(ofStatements: Set(samples.values.joined().compactMap(\.statement))) : nil
  }

  /// The values of some metrics within a time, as a night's charts have them.
  init(_ samples: [Metric: [StoredSample]], from start: Moment) {
    self.start = start
    self.samples = samples
    frames = nil
  }

  /// The series of a metric; `nil` if there is none.
  func series(_ metric: Metric) -> SeriesReport? { series(metric, samples[metric] ?? [], highest: []) }

  /// Blood oxygen: the lowest and highest value of each interval, or values of a moment if the device measured those.
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

  /// HRV: the device's own values, or RMSSD if it has none.
  var variability: SeriesReport? { series(.heartRateVariability) ?? series(.heartRateVariabilityRMSSD) }

  /// Steps, distance and energy of the day; `nil` if nothing is known of them. Its provenance has the log's frames if the report was asked for
  /// them.
  func movement(on date: CalendarDate) -> DaySummary.Movement? {
    let log = Self.movementMetrics.flatMap { samples[$0] ?? [] }.map { sample in
      Sample(
        sample.metric, sample.value, start: sample.start.wallClock,
        minutes: Duration.milliseconds(sample.length).wholeMinutes, source: sample.source,
        provenance: Provenance(frames: sample.statement.flatMap { frames?[$0] } ?? [], decoder: ""))
    }
    return DaySummary(of: date, in: Readings(samples: log, totals: totals)).movement
  }

  /// A day's movement with its steps by intervals.
  func report(of movement: DaySummary.Movement) -> DayReport.Movement {
    let intervals = (samples[.steps] ?? []).map {
      DayReport.Movement.Interval(
        time: $0.start.wallClock.time, minutes: Duration.milliseconds($0.length).wholeMinutes, steps: Int($0.value))
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

  /// The series of a metric; `nil` if there is none.
  func series(_ metric: Metric) -> SeriesReport? { series(metric, day.samples[metric] ?? [], highest: []) }

  /// Blood oxygen: the lowest and highest value of each interval.
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
  /// Blood oxygen by hours of the day.
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
