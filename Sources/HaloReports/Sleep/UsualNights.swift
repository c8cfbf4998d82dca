/// The wearer's usual sleep before a day: for each number the median and the usual range, as of a `Baseline`.
public struct UsualNights: Codable, Sendable, Hashable {
  /// Statistics of durations in minutes, or of times of day.
  public struct Range<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    public let median: Value
    /// A spread below the median.
    public let low: Value
    /// A spread above the median.
    public let high: Value
    /// Number of nights.
    public let nights: Int

    fileprivate init(_ baseline: Baseline, _ value: (Double) -> Value) {
      median = value(baseline.usual)
      nights = baseline.count
      low = value(baseline.range.lowerBound)
      high = value(baseline.range.upperBound)
    }
  }

  /// Statistics of durations, in minutes.
  public typealias Minutes = Range<Int>
  /// Statistics of times of day.
  public typealias Times = Range<TimeOfDay>

  /// Minutes of deep sleep; `nil` if fewer than seven nights have stages.
  public let deep: Minutes?
  /// Minutes of light sleep; `nil` if fewer than seven nights have stages.
  public let light: Minutes?
  /// Minutes of REM sleep; `nil` if fewer than seven nights have stages.
  public let rem: Minutes?
  /// Minutes awake; `nil` if fewer than seven nights have them.
  public let awake: Minutes?
  /// Minutes asleep.
  public let asleep: Minutes
  /// Time of falling asleep.
  public let bed: Times
  /// Time of waking up.
  public let wake: Times

  /// Computes the statistics of the nights before a day; `nil` if there are too few.
  public init?(on date: CalendarDate, _ nights: [Night]) {
    let nights = Self.main(nights)
    func baseline(_ value: (Night) -> Int?) -> Baseline? {
      try? Baseline(on: date, nights.compactMap { night in value(night).map { (night.end.date, Double($0)) } })
    }
    func minutes(_ value: (Night) -> Int?) -> Minutes? {
      baseline(value).map { Minutes($0) { max(0, Int($0.rounded())) } }
    }
    // Count minutes from noon, so that times before and after midnight are adjacent.
    func times(_ value: (Night) -> WallClock) -> Times? {
      baseline { (value($0).secondOfDay / 60 + 720) % 1440 }
        .map { Times($0) { TimeOfDay(minutes: (Int($0.rounded()) + 2160) % 1440) } }
    }
    func stage(_ stage: SleepStage) -> Minutes? { minutes { $0.knownMinutes(in: stage) } }
    guard let asleep = minutes(\.minutesAsleep), let bed = times(\.start), let wake = times(\.end)
    else { return nil }
    self.asleep = asleep
    self.bed = bed
    self.wake = wake
    deep = stage(.deep)
    light = stage(.light)
    rem = stage(.rem)
    awake = stage(.awake)
  }

  /// Returns the main sleep of each day, in order.
  public static func main(_ nights: [Night]) -> [Night] {
    Dictionary(grouping: nights.filter { !$0.isDoubtful }, by: \.end.date).values
      .compactMap(Night.main).sorted { $0.start < $1.start }
  }
}
