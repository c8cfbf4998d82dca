public import HaloHealth

/// The values of a metric within a time, as columns of numbers.
public struct SeriesReport: Codable, Sendable, Hashable {
  /// A change of the wall clock within the series.
  public struct ClockShift: Codable, Sendable, Hashable {
    /// From which time on, in seconds after the series' start.
    public let after: Int
    /// How far the wall clock is then ahead of one that nobody moved since the start, in seconds.
    public let seconds: Int
  }

  /// A value with its time of day, as `--json` prints it beside the columns.
  public struct Value: Codable, Sendable, Hashable {
    /// The time on the wall clock.
    public let time: TimeOfDay
    /// The value.
    public let value: Double
    /// How the device measured it.
    public let source: SampleSource
  }

  /// An hour of blood oxygen, as `--json` prints it beside the columns.
  public struct Hour: Codable, Sendable, Hashable {
    /// 0…23.
    public let hour: Int
    /// Lowest and highest value.
    public let minimum: Double?
    public let maximum: Double?
  }

  /// What was measured.
  public let metric: Metric
  /// The values' unit.
  public let unit: Unit
  /// Lowest value.
  public let minimum: Double
  /// Mean over time, to a hundredth.
  public let average: Double
  /// Highest value.
  public let maximum: Double
  /// How many values there are.
  public let count: Int
  /// What the times count from.
  public let start: LocalTime
  /// When each value was measured, or when its interval begins, in seconds after ``start``.
  public let times: [Int]
  /// The values, or the lowest of what each stands for.
  public let low: [Double]
  /// The highest of what each stands for; `nil` if all are the values of ``low``.
  public let high: [Double]?
  /// Changes of the wall clock within the series, almost always none.
  public let shifts: [ClockShift]?
  /// Seconds that each value stands for, if that is always the same.
  public let interval: Int?
  /// How all values were measured; `nil` if some were measured otherwise.
  public let source: SampleSource?
  /// How each value was measured; `nil` if all are alike.
  public let sources: [SampleSource]?
  /// The values once more with their times of day; `nil` unless the report was asked for them.
  public internal(set) var samples: [Value]?
  /// Blood oxygen by hours; `nil` unless the report was asked for them.
  public internal(set) var hours: [Hour]?
  /// The frames that the values came in: numbers of the journal, or lines of a file. `nil` unless the report was asked for them.
  public internal(set) var from: [Int]?

  /// When a value was measured, on the wall clock.
  public func time(at place: Int) -> LocalTime {
    let shift = (shifts ?? []).last { $0.after <= times[place] }?.seconds ?? 0
    let clock = WallClock(secondsSince1970: start.wallClock.secondsSince1970 + times[place] + shift)
    return LocalTime(clock, secondsFromGMT: start.secondsFromGMT.map { $0 + shift })
  }

  /// How a value was measured.
  public func source(at place: Int) -> SampleSource { sources?[place] ?? source ?? .log }
  /// The highest of what a value stands for.
  public func high(at place: Int) -> Double { high?[place] ?? low[place] }
}

extension SeriesReport {
  /// A value that becomes part of a series.
  struct Point {
    let time: LocalTime
    /// Seconds after the series' start.
    let seconds: Int
    let low: Double
    var high: Double
    let source: SampleSource
    /// Seconds that it stands for.
    let length: Int
  }

  /// A series of points in order of time; `nil` if there are none. No more than `most` are kept: what comes close together is then put
  /// together, its lowest and highest value kept.
  init?(_ metric: Metric, _ points: [Point], start: LocalTime, most: Int?) {
    guard let minimum = points.map(\.low).min(), let maximum = points.map(\.high).max(),
      let average = points.meanOverTime(\.seconds, isOfMoment: \.source.isOfMoment, { ($0.low + $0.high) / 2 })
    else { return nil }
    self.metric = metric
    unit = metric.unit
    self.minimum = minimum
    self.maximum = maximum
    self.average = (average * 100).rounded() / 100
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
    var (shifts, last) = ([ClockShift](), 0)
    for point in shown {
      guard let own = point.time.secondsFromGMT, let first = start.secondsFromGMT, own - first != last else { continue }
      last = own - first
      shifts.append(ClockShift(after: point.seconds, seconds: last))
    }
    self.shifts = shifts.isEmpty ? nil : shifts
  }

  private static func thinned(_ points: [Point], most: Int, isCount: Bool) -> [Point] {
    guard points.count > most, !isCount, let first = points.first, let last = points.last else { return points }
    let width = max((last.seconds - first.seconds) / (most / 2), 1)
    var (thin, place) = ([Point](), Int.min)
    for point in points {
      let own = (point.seconds - first.seconds) / width
      if own == place, let before = thin.last {
        thin[thin.count - 1] = Point(
          time: before.time, seconds: before.seconds, low: min(before.low, point.low),
          high: max(before.high, point.high),
          source: before.source, length: before.length)
      } else {
        thin.append(point)
        place = own
      }
    }
    return thin
  }
}
