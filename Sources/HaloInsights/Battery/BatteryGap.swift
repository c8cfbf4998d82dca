/// Why something about a battery cannot be told, with what is there and what it takes.
public enum BatteryGap: Error, Sendable, Hashable {
  /// The device has not said how full it is.
  case noReadings
  /// Too few readings while it ran on its battery.
  case fewReadings(count: Int, needed: Int)
  /// The readings are of too short a time, in hours.
  case shortTime(hours: Double, needed: Double)
  /// The charge went down too little for whole per cents, in percentage points.
  case smallDrop(percent: Double, needed: Double)
  /// The readings contradict each other too much.
  case unclear(BatteryEstimate)
  /// It is being charged.
  case charging
  /// The last reading is that many hours old.
  case old(hours: Double)
}

/// Why the cost of a habit cannot be told.
public enum BatteryCostGap: Error, Sendable, Hashable {
  /// The habit was the same all the time, so that its cost is a part of the rest.
  case neverVaried
  /// There were only so many hours of it, which cannot matter beside all else that was used.
  case little(hours: Double)
  /// It is not known what the habit was while the charge was read.
  case notKnown
  /// The habit changed only when the other one did.
  case alongside(BatteryHabit)
  /// The readings allow everything between these two.
  case unclear(BatteryEstimate)
  /// There are too few readings at all.
  case readings(BatteryGap)
}
