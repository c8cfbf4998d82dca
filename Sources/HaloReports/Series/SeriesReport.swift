/// A time series of a metric, as columns of numbers.
public struct SeriesReport: Codable, Sendable, Hashable, Identifiable {
  /// A change of the UTC offset within the series.
  public struct ClockChange: Codable, Sendable, Hashable {
    /// Time of the change, in seconds after the series' start.
    public let time: Int
    /// The UTC offset from then on, in minutes.
    public let offset: Int
  }

  /// A value with its time of day, as `--json` prints it in addition to the columns.
  public struct Value: Codable, Sendable, Hashable {
    /// The local time of day.
    public let time: TimeOfDay
    public let value: Double
    /// The method of measurement.
    public let source: SampleSource
  }

  /// SpO₂ of an hour, as `--json` prints it in addition to the columns.
  public struct Hour: Codable, Sendable, Hashable {
    /// The hour, 0…23.
    public let hour: Int
    /// Lowest value.
    public let minimum: Double?
    /// Highest value.
    public let maximum: Double?
  }

  /// The metric whose place in a report this series has.
  @ExportedMetric public var id: Metric
  /// The metric of the values: ``id``, or what a device measured instead, such as RMSSD for HRV.
  @ExportedMetric public var metric: Metric
  /// The display name.
  public let name: Phrase
  /// A note for interpreting the values; `nil` if none is needed.
  public let note: Phrase?
  /// The kind of chart.
  public let chart: Metric.Chart
  /// The unit of the values.
  public let unit: Unit
  /// Lowest value.
  public let minimum: Double
  /// Time-weighted mean, rounded to hundredths; of a state, the last value.
  public let average: Double
  /// Highest value.
  public let maximum: Double
  /// Number of values.
  public let count: Int
  /// The reference time of ``times``.
  public let start: LocalTime
  /// The time of each value or the start of its interval, in seconds after ``start``.
  public let times: [Int]
  /// The values, or the lowest value of each interval.
  public let low: [Double]
  /// The highest value of each interval; `nil` if all are the same as ``low``.
  public let high: [Double]?
  /// Changes of the UTC offset within the series; usually none.
  public let clockChanges: [ClockChange]?
  /// Length of the interval of each value in seconds, if all have the same.
  public let interval: Int?
  /// The method of measurement of all values; `nil` if it differs.
  public let source: SampleSource?
  /// The method of measurement of each value; `nil` if all have the same.
  public let sources: [SampleSource]?
  /// The texts of the values, for charts; `nil` with ``ReportDetail/samples``.
  public private(set) var texts: ValueTexts?
  /// The values with their times of day; `nil` without ``ReportDetail/samples``.
  public internal(set) var samples: [Value]?
  /// SpO₂ by hour; `nil` without ``ReportDetail/samples``.
  public internal(set) var hours: [Hour]?
  /// The source frames: journal numbers, or lines of a file. `nil` without ``ReportDetail/samples``.
  public internal(set) var from: [Int]?

  /// Returns the local time of a value.
  public func time(at index: Int) -> LocalTime {
    let plain = start.wallClock.secondsSince1970 + times[index]
    guard let first = start.secondsFromGMT else { return LocalTime(WallClock(secondsSince1970: plain)) }
    let offset = (clockChanges ?? []).last { $0.time <= times[index] }.map { $0.offset * 60 } ?? first
    return LocalTime(WallClock(secondsSince1970: plain + offset - first), secondsFromGMT: offset)
  }

  /// Returns the method of measurement of a value.
  public func source(at index: Int) -> SampleSource { sources?[index] ?? source ?? .log }
  /// Returns the highest value of an interval.
  public func high(at index: Int) -> Double { high?[index] ?? low[index] }
}

extension SeriesReport {
  /// A value to be added to a series.
  struct Point {
    let time: LocalTime
    /// Seconds after the series' start.
    let seconds: Int
    let low: Double
    var high: Double
    let source: SampleSource
    /// Length of the interval, in seconds.
    let length: Int
  }

  /// Creates a series from points in order of time, or `nil`. With `most`, it has texts; if there are more points,
  /// adjacent ones are merged, keeping the lowest and the highest value.
  init?(
    _ metric: Metric, for id: Metric? = nil, _ chart: Metric.Chart, _ points: [Point], start: LocalTime, most: Int?
  ) {
    guard let minimum = points.map(\.low).min(), let maximum = points.map(\.high).max(),
      let average = metric.isState
        ? points.last?.high
        : points.meanOverTime(
          \.seconds, isMomentary: \.source.isMomentary, { metric.mean(low: $0.low, high: $0.high) })
    else { return nil }
    _id = ExportedMetric(wrappedValue: id ?? metric)
    _metric = ExportedMetric(wrappedValue: metric)
    name = metric.title
    note = metric.caution
    self.chart = chart
    unit = metric.unit
    self.minimum = minimum
    self.maximum = maximum
    self.average = average.rounded(parts: 100)
    count = points.count
    self.start = start
    let lengths = Set(points.map(\.length))
    interval = lengths.count == 1 ? lengths.first.flatMap { $0 > 0 ? $0 : nil } : nil
    let shown = most.map { Self.thinned(points, most: $0, isCount: metric.isCount) } ?? points
    times = shown.map(\.seconds)
    low = shown.map(\.low)
    high = shown.contains { $0.high != $0.low } ? shown.map(\.high) : nil
    let kinds = Set(shown.map(\.source))
    source = kinds.count == 1 ? kinds.first : nil
    sources = kinds.count == 1 ? nil : shown.map(\.source)
    var changes = [ClockChange]()
    var last = start.secondsFromGMT
    for point in shown where point.time.secondsFromGMT != last {
      last = point.time.secondsFromGMT
      changes.append(ClockChange(time: point.seconds, offset: (last ?? 0) / 60))
    }
    clockChanges = changes.isEmpty ? nil : changes
    texts = most.map { _ in ValueTexts(self) }
  }

  private static func thinned(_ points: [Point], most: Int, isCount: Bool) -> [Point] {
    guard points.count > most, !isCount, let first = points.first, let last = points.last else { return points }
    let width = max((last.seconds - first.seconds) / (most / 2), 1)
    var thin = [Point]()
    var index = Int.min
    for point in points {
      let own = (point.seconds - first.seconds) / width
      if own == index, let before = thin.last {
        thin[thin.count - 1] = Point(
          time: before.time, seconds: before.seconds, low: min(before.low, point.low),
          high: max(before.high, point.high),
          source: before.source, length: before.length)
      } else {
        thin.append(point)
        index = own
      }
    }
    return thin
  }
}

/// JSON uses the metrics' export names, and the column names `values` and `highest`.
extension SeriesReport {
  private enum CodingKeys: String, CodingKey {
    case id, metric, name, note, chart, unit, minimum, average, maximum, count, start, times
    case low = "values"
    case high = "highest"
    case clockChanges, interval, source, sources, texts, samples, hours, from
  }
}
