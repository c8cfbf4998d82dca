/// The reason why a battery figure is not available, with the present and the required amount of data.
public enum BatteryGap: Error, Sendable, Hashable {
  /// The device has not reported its charge.
  case noReadings
  /// Too few readings while it ran on its battery.
  case fewReadings(count: Int, needed: Int)
  /// The readings cover too short a time, in hours.
  case shortTime(hours: Double, needed: Double)
  /// The charge dropped too little for readings in whole percent, in percentage points.
  case smallDrop(percent: Double, needed: Double)
  /// The readings are too inconsistent.
  case unclear(BatteryEstimate)
  /// The battery is being charged.
  case charging
  /// The age of the last reading, in hours, if it is too old.
  case old(hours: Double)
}

/// The reason why the cost of a habit is not available.
public enum BatteryCostGap: Error, Sendable, Hashable {
  /// The habit never changed, so its cost cannot be separated from the rest.
  case neverVaried
  /// There were too few hours of the habit to matter beside the total use.
  case little(hours: Double)
  /// The habit's setting is unknown for the time of the readings.
  case notKnown
  /// The habit changed only together with another one.
  case alongside(BatteryHabit)
  /// The readings allow any cost in this interval.
  case unclear(BatteryEstimate)
  /// There are too few readings.
  case readings(BatteryGap)
}
