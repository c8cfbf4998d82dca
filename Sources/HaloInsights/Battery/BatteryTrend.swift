/// The rate at which a device uses its charge.
public struct BatteryTrend: Sendable, Hashable {
  /// Percentage points per day.
  public let perDay: BatteryEstimate
  /// The number of readings.
  public let readingCount: Int
  /// The days between those readings on which the device ran on its battery.
  public let days: Double
  /// The time of the first reading.
  public let from: Moment
  /// The time of the last reading.
  public let to: Moment
  /// True if all readings are with the current settings. If not, the settings were changed, and there are too few
  /// readings since then.
  public let isOfPresentSettings: Bool
  /// Standard deviation of the daily use in percentage points, beyond the rounding of readings.
  public let dailyDeviation: Double
}

/// The days until the battery is empty.
public struct BatteryDaysLeft: Sendable, Hashable {
  /// The lower bound, in days from now until 0 %.
  public let low: Double
  /// The upper bound; `nil` if the readings are consistent with almost no use.
  public let high: Double?
}

/// The cost of a habit.
public struct BatteryCost: Sendable, Hashable {
  public let habit: BatteryHabit
  /// The cost in percentage points: per day for a setting at the amount 1, per hour for a connection or live
  /// measurement.
  public let cost: Result<BatteryEstimate, BatteryCostGap>
  /// The current amount: that of the setting, or the average hours per day; `nil` if unknown.
  public let amount: Double?
}

/// The effect of another habit on a full charge.
public struct BatteryChange: Sendable, Hashable {
  public let habit: BatteryHabit
  /// The current amount.
  public let from: Double
  /// The amount after the change.
  public let to: Double
  /// The additional days that a full charge would last; negative if fewer.
  public let days: BatteryEstimate
}
