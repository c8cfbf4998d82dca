public import HaloHealth

/// What is usual in some nights: of each number the middle, and the range of four nights in five.
public struct UsualNights: Codable, Sendable, Hashable {
  /// Minutes.
  public struct Minutes: Codable, Sendable, Hashable {
    /// The middle.
    public let median: Int
    /// One night in ten has less.
    public let low: Int
    /// One night in ten has more.
    public let high: Int
    /// Of how many nights.
    public let nights: Int
  }

  /// Times of day.
  public struct Times: Codable, Sendable, Hashable {
    /// The middle.
    public let median: TimeOfDay
    /// One night in ten is earlier.
    public let low: TimeOfDay
    /// One night in ten is later.
    public let high: TimeOfDay
    /// Of how many nights.
    public let nights: Int
  }

  /// Minutes in each stage.
  public let deep: Minutes
  public let light: Minutes
  public let rem: Minutes
  public let awake: Minutes
  /// Minutes asleep.
  public let asleep: Minutes
  /// Falling asleep.
  public let bed: Times
  /// Waking up.
  public let wake: Times

  /// Nights that it takes.
  static let fewest = 7
  /// Days that are looked back.
  static let days = 28

  /// What is usual in main sleeps; `nil` if there are fewer than seven.
  public init?(_ nights: [Night]) {
    guard nights.count >= Self.fewest else { return nil }
    func minutes(_ value: (Night) -> Int) -> Minutes {
      let values = nights.map(value).sorted()
      return Minutes(
        median: Self.rank(0.5, values), low: Self.rank(0.1, values), high: Self.rank(0.9, values), nights: values.count)
    }
    // Minutes after noon, so that a bedtime before midnight lies beside one after it.
    func times(_ value: (Night) -> WallClock) -> Times {
      let values = nights.map { (value($0).secondOfDay / 60 + 720) % 1440 }.sorted()
      func time(_ share: Double) -> TimeOfDay { TimeOfDay(minutes: (Self.rank(share, values) + 720) % 1440) }
      return Times(median: time(0.5), low: time(0.1), high: time(0.9), nights: values.count)
    }
    deep = minutes { $0.minutes(in: .deep) }
    light = minutes { $0.minutes(in: .light) }
    rem = minutes { $0.minutes(in: .rem) }
    awake = minutes { $0.minutes(in: .awake) }
    asleep = minutes(\.minutesAsleep)
    bed = times(\.start)
    wake = times(\.end)
  }

  /// Of each day the main sleep, in order.
  public static func main(_ nights: [Night]) -> [Night] {
    Dictionary(grouping: nights.filter { !$0.isDoubtful }, by: \.end.date).values
      .compactMap(Night.main).sorted { $0.start < $1.start }
  }

  private static func rank(_ share: Double, _ values: [Int]) -> Int {
    values[Int((Double(values.count - 1) * share).rounded())]
  }
}
