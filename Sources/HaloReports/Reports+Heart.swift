extension Reports {
  /// Returns the heart report of a day.
  public func heart(_ date: CalendarDate, _ detail: ReportDetail = .columns) throws -> HeartReport {
    HeartReport(try day(date, detail), zones: try zones(on: date), of: profile)
  }

  /// Returns the heart report of days from `first` to `last`. With ``ReportDetail/samples``, it includes the coverage
  /// of each day.
  ///
  /// - Parameters:
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - detail: What the report includes.
  ///   - statistics: Loads the statistics of a metric on these days; `nil` reads the journal.
  public func heart(
    from first: CalendarDate, to last: CalendarDate, _ detail: ReportDetail = .columns,
    statistics: ((Metric) throws -> [CalendarDate: DayStatistics])? = nil
  ) throws -> PeriodMetricsReport {
    let dates = CalendarDate.days(from: first, to: last)
    let coverage = try detail == .samples ? journal.coverage(of: wearer, from: first, to: last) : nil
    let insights = try journal.insights(of: wearer, from: last, to: last).first
    let known = try journal.daysWithData(of: wearer, from: first, to: last).count
    let metrics = try [DerivedMetric.restingHeartRate, .nightHeartRateVariability].map {
      try HeartMetric($0, from: first, to: last, known: known, self)
    }
    func days(_ metric: Metric) throws -> [CalendarDate: DayStatistics] {
      if let statistics { return try statistics(metric) }
      let days = try journal.trend(of: metric, from: first, to: last, wearer: wearer)
      return Dictionary(days.map { ($0.date, $0) }) { $1 }
    }
    return PeriodMetricsReport(
      from: first, to: last,
      days: .init(
        date: dates, complete: nil,
        coverage: coverage.map { coverage in dates.map { coverage[$0].map(CoverageReport.init) } }),
      series: try Metric.shown(on: .heart).compactMap { shown in
        if let extremes = shown.definition.extremes {
          // As on a day, the extremes of intervals are preferred to single values, which another device may have.
          let single = try days(shown)
          return PeriodSeries(
            shown, at: shown, dates, low: try days(extremes.low).merging(single) { own, _ in own },
            high: try days(extremes.high).merging(single) { own, _ in own }, detail)
        }
        for metric in shown.charted {
          let own = try days(metric)
          if !own.isEmpty { return PeriodSeries(metric, at: shown, dates, low: own, high: own, detail) }
        }
        return nil
      },
      metrics: metrics.map { metric in
        metric.report(
          insights?.trends[metric.metric].map { TrendReport($0, of: metric.metric, on: last) }, detail)
      },
      summary: Phrase.sentences(metrics.compactMap(\.sentence)))
  }
}

/// A computed heart metric for each day, with its baseline and a comparison with the preceding days.
private struct HeartMetric {
  let metric: DerivedMetric
  /// Rounded to hundredths.
  let values: [Double?]
  let baseline: PeriodMetric.Baseline?
  let comparison: PeriodComparison

  init(
    _ metric: DerivedMetric, from first: CalendarDate, to last: CalendarDate, known: Int, _ reports: Reports
  ) throws {
    let dates = CalendarDate.days(from: first, to: last)
    self.metric = metric
    let points = try reports.journal.derivedPoints(
      metric, of: reports.wearer, from: first.adding(days: -Baseline.longestDays), to: last)
    let byDay = Dictionary(points.map { ($0.date, $0.value) }) { $1 }
    values = dates.map { byDay[$0]?.rounded(parts: 100) }
    baseline = Self.baseline(points, dates)
    comparison = PeriodComparison(from: first, to: last, points.comparable.map { ($0.date, $0.value) }, known: known)
  }

  /// The metric with its newest value compared. There is no mean before spans longer than
  /// ``PeriodComparison/longest``.
  func report(_ trend: TrendReport?, _ detail: ReportDetail) -> PeriodMetric {
    PeriodMetric(
      metric.figureID, metric.title, metric.unit, .dots, explain: metric.exportName, values, baseline: baseline,
      average: comparison.mean?.rounded(parts: 100),
      before: values.count > PeriodComparison.longest ? nil : comparison.before?.rounded(parts: 100), trend: trend,
      detail)
  }

  var sentence: Phrase? {
    guard let mean = comparison.mean, mean.days > 2 else { return nil }
    func text(_ value: Double) -> Phrase { MeasureWording.value(value, of: metric) }
    return comparison.sentence(
      Phrase("\(metric.title) \(text(mean.value)) on average over \(mean.days) days"), days: values.count, text)
  }

  /// The baseline on each date; `nil` if no date has one.
  private static func baseline(_ points: [DerivedPoint], _ dates: [CalendarDate]) -> PeriodMetric.Baseline? {
    let comparable = points.comparable.map { (date: $0.date, value: $0.value) }
    var low = 0
    var high = 0
    let baselines = dates.map { date -> Baseline? in
      let begin = date.adding(days: -Baseline.longestDays)
      while low < comparable.count, comparable[low].date < begin { low += 1 }
      while high < comparable.count, comparable[high].date < date { high += 1 }
      return low < high ? try? Baseline(on: date, Array(comparable[low..<high])) : nil
    }
    guard baselines.contains(where: { $0 != nil }) else { return nil }
    func tenths(_ value: (Baseline) -> Double) -> [Double?] {
      baselines.map { $0.map { value($0).rounded(parts: 10) } }
    }
    return PeriodMetric.Baseline(
      usual: tenths(\.usual), low: tenths(\.range.lowerBound), high: tenths(\.range.upperBound))
  }
}
