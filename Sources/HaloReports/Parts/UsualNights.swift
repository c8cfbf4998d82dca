public import HaloHealth

/// The wearer's usual sleep: for each number the median and the 10th and 90th percentiles.
public struct UsualNights: Codable, Sendable, Hashable {
  /// Statistics of durations, in minutes.
  public struct Minutes: Codable, Sendable, Hashable {
    /// The median.
    public let median: Int
    /// The 10th percentile.
    public let low: Int
    /// The 90th percentile.
    public let high: Int
    /// Number of nights.
    public let nights: Int
  }

  /// Statistics of times of day.
  public struct Times: Codable, Sendable, Hashable {
    /// The median.
    public let median: TimeOfDay
    /// The 10th percentile.
    public let low: TimeOfDay
    /// The 90th percentile.
    public let high: TimeOfDay
    /// Number of nights.
    public let nights: Int
  }

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

  /// Minimum number of nights.
  static let minimumNights = 7
  /// Number of days considered.
  static let days = 28

  /// Computes the statistics of main sleeps; `nil` if there are fewer than seven.
  public init?(_ nights: [Night]) {
    guard nights.count >= Self.minimumNights else { return nil }
    func minutes(_ values: [Int]) -> Minutes {
      let values = values.sorted()
      return Minutes(
        median: Self.rank(0.5, values), low: Self.rank(0.1, values), high: Self.rank(0.9, values), nights: values.count)
    }
    // Count minutes from noon, so that times before and after midnight are adjacent.
    func times(_ value: (Night) -> WallClock) -> Times {
      let values = nights.map { (value($0).secondOfDay / 60 + 720) % 1440 }.sorted()
      func time(_ share: Double) -> TimeOfDay { TimeOfDay(minutes: (Self.rank(share, values) + 720) % 1440) }
      return Times(median: time(0.5), low: time(0.1), high: time(0.9), nights: values.count)
    }
    func stage(_ stage: SleepStage) -> Minutes? {
      let values = nights.compactMap { $0.knownMinutes(in: stage) }
      return values.count < Self.minimumNights ? nil : minutes(values)
    }
    (deep, light, rem, awake) = (stage(.deep), stage(.light), stage(.rem), stage(.awake))
    asleep = minutes(nights.map(\.minutesAsleep))
    bed = times(\.start)
    wake = times(\.end)
  }

  /// Returns the main sleep of each day, in order.
  public static func main(_ nights: [Night]) -> [Night] {
    Dictionary(grouping: nights.filter { !$0.isDoubtful }, by: \.end.date).values
      .compactMap(Night.main).sorted { $0.start < $1.start }
  }

  private static func rank(_ share: Double, _ values: [Int]) -> Int {
    values[Int((Double(values.count - 1) * share).rounded())]
  }
}
