public import HaloHealth
import HaloInsights
public import HaloJournal

extension Reports {
  /// Returns the heart report of a day.
  public func heart(_ date: CalendarDate, _ detail: ReportDetail = .columns) throws -> HeartReport {
    HeartReport(try day(date, detail), zones: try zones(on: date), of: profile)
  }

  /// Returns a metric's statistics of the days with data from `first` to `last`: twice the same, or those of the lowest
  /// and of the highest values for a metric that devices measure by interval.
  public func trend(
    of metric: Metric, from first: CalendarDate, to last: CalendarDate
  ) throws -> (low: [DayStatistics], high: [DayStatistics]) {
    func days(_ metric: Metric) throws -> [DayStatistics] {
      try journal.trend(of: metric, from: first, to: last, wearer: wearer)
    }
    let shown = SeriesPresentation.all.first { $0.metric == metric }
    if let extremes = shown?.extremes {
      let lowest = try days(extremes.low)
      if !lowest.isEmpty { return (lowest, try days(extremes.high)) }
    }
    for metric in [metric] + (shown?.substitutes ?? []) {
      let own = try days(metric)
      if !own.isEmpty { return (own, own) }
    }
    return ([], [])
  }

  /// Returns the heart report of days from `first` to `last`. With ``ReportDetail/samples``, it includes the coverage
  /// of each day.
  ///
  /// - Parameters:
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - detail: What the report includes.
  ///   - rates: The heart rates of these days; `nil` reads the journal.
  public func heart(
    from first: CalendarDate, to last: CalendarDate, _ detail: ReportDetail = .columns,
    rates: [CalendarDate: DayStatistics]? = nil
  ) throws -> HeartPeriodReport {
    let rates =
      try rates
      ?? Dictionary(
        journal.trend(of: .heartRate, from: first, to: last, wearer: wearer).map { ($0.date, $0) }
      ) { $1 }
    let dates = CalendarDate.days(from: first, to: last)
    let coverage = try detail == .samples ? journal.coverage(of: wearer, from: first, to: last) : nil
    let insights = try journal.insights(of: wearer, from: last, to: last).first
    let known = try journal.daysWithData(of: wearer, from: first, to: last).count
    let (resting, variability) = (
      try HeartMetric(.restingHeartRate, from: first, to: last, known: known, self),
      try HeartMetric(.nightHeartRateVariability, from: first, to: last, known: known, self)
    )
    let sentences = [resting, variability].compactMap(\.sentence)
    return HeartPeriodReport(
      from: first, to: last,
      days: HeartPeriodReport.Days(
        date: dates, low: dates.map { rates[$0]?.minimum },
        average: dates.map { rates[$0].map { ($0.average * 10).rounded() / 10 } },
        high: dates.map { rates[$0]?.maximum }, resting: resting.values, hrv: variability.values,
        coverage: coverage.map { coverage in dates.map { coverage[$0].map(CoverageReport.init) } }),
      baselines: .init(resting: resting.baseline, hrv: variability.baseline),
      averages: .init(resting: resting.mean, hrv: variability.mean),
      before: .init(resting: resting.before, hrv: variability.before),
      trends: [resting.metric, variability.metric].compactMap { metric in
        insights?.trends[metric].map { TrendReport($0, of: metric, on: last) }
      },
      summary: Phrase.sentences(sentences))
  }
}

/// A computed heart metric for each day, with its baseline and a comparison with the preceding days.
private struct HeartMetric {
  let metric: DerivedMetric
  /// Rounded to hundredths.
  let values: [Double?]
  let baseline: HeartPeriodReport.Baseline?
  let comparison: PeriodComparison

  init(
    _ metric: DerivedMetric, from first: CalendarDate, to last: CalendarDate, known: Int, _ reports: Reports
  ) throws {
    let dates = CalendarDate.days(from: first, to: last)
    self.metric = metric
    let points = try reports.journal.derivedPoints(
      metric, of: reports.wearer, from: first.adding(days: -Baseline.longestDays), to: last)
    let byDay = Dictionary(points.map { ($0.date, $0.value) }) { $1 }
    values = dates.map { byDay[$0].map { ($0 * 100).rounded() / 100 } }
    baseline = Self.baseline(points, dates)
    comparison = PeriodComparison(from: first, to: last, points.comparable.map { ($0.date, $0.value) }, known: known)
  }

  /// The mean, rounded to hundredths.
  var mean: PeriodComparison.Mean? { comparison.mean?.rounded(parts: 100) }
  /// The mean of the preceding days; `nil` for spans longer than ``PeriodComparison/longest``.
  var before: PeriodComparison.Mean? {
    values.count > PeriodComparison.longest ? nil : comparison.before?.rounded(parts: 100)
  }

  var sentence: Phrase? {
    guard let mean = comparison.mean, mean.days > 2 else { return nil }
    func text(_ value: Double) -> Phrase { MeasureWording.value(value, of: metric) }
    return comparison.sentence(
      Phrase("\(metric.title) \(text(mean.value)) on average over \(mean.days) days"), days: values.count, text)
  }

  /// The baseline on each date; `nil` if no date has one.
  private static func baseline(_ points: [DerivedPoint], _ dates: [CalendarDate]) -> HeartPeriodReport.Baseline? {
    let comparable = points.comparable.map { (date: $0.date, value: $0.value) }
    var (low, high) = (0, 0)
    let baselines = dates.map { date -> Baseline? in
      let begin = date.adding(days: -Baseline.longestDays)
      while low < comparable.count, comparable[low].date < begin { low += 1 }
      while high < comparable.count, comparable[high].date < date { high += 1 }
      return low < high ? try? Baseline(on: date, Array(comparable[low..<high])) : nil
    }
    guard baselines.contains(where: { $0 != nil }) else { return nil }
    func tenths(_ value: (Baseline) -> Double) -> [Double?] {
      baselines.map { $0.map { (value($0) * 10).rounded() / 10 } }
    }
    return HeartPeriodReport.Baseline(
      usual: tenths(\.usual), low: tenths(\.range.lowerBound), high: tenths(\.range.upperBound))
  }
}
