public import HaloHealth

/// How fast a device uses its charge.
public struct BatteryTrend: Sendable, Hashable {
  /// Percentage points a day.
  public let perDay: BatteryEstimate
  /// From how many readings.
  public let readingCount: Int
  /// The days between those readings on which it ran on its battery.
  public let days: Double
  /// The first of the readings.
  public let from: Moment
  /// The last of them.
  public let to: Moment
  /// Whether it is of one set of settings. Otherwise the settings were changed in between, and there is too little since then.
  public let isOfPresentSettings: Bool
  /// Standard deviation of what a day uses, in percentage points, beyond what readings are rounded by.
  public let dailyDeviation: Double
}

/// How long a charge will last.
public struct BatteryDaysLeft: Sendable, Hashable {
  /// Days from now on until 0 %; `high` is `nil` where the readings allow hardly any use.
  public let low: Double
  /// The upper end.
  public let high: Double?
}

/// What a habit costs.
public struct BatteryCost: Sendable, Hashable {
  /// The habit.
  public let habit: BatteryHabit
  /// Percentage points: a day for a setting at the amount 1, an hour for a link and a live measurement.
  public let cost: Result<BatteryEstimate, BatteryCostGap>
  /// How much there is of it now: what is set, or hours a day on average. `nil` where it is not known.
  public let amount: Double?
}

/// What another habit would make of a full charge.
public struct BatteryChange: Sendable, Hashable {
  /// The habit.
  public let habit: BatteryHabit
  /// What it is now.
  public let from: Double
  /// What it would be.
  public let to: Double
  /// How many days longer a full charge would last; shorter where negative.
  public let days: BatteryEstimate
}
