/// A use of a device's battery, in addition to the base consumption. The raw value of an automatic measurement is the id of
/// its metric.
public enum BatteryHabit: String, Sendable, CaseIterable, Hashable, Codable {
  /// Automatic heart rate. An amount of 1 is every five minutes, 1/6 every half hour.
  case heartRate
  /// Automatic SpO₂: 1 or 0.
  case oxygenSaturation
  /// Automatic stress: 1 or 0.
  case stress
  /// Automatic HRV: 1 or 0.
  case heartRateVariability
  /// Automatic skin temperature: 1 or 0.
  case skinTemperature
  /// A connection without a measurement. The amount is hours per day.
  case link
  /// A live measurement, including its connection. The amount is hours per day.
  case live

  /// True if the habit is an activity with a duration; the others are settings.
  public var isTimed: Bool { self == .link || self == .live }

  /// The amount for an automatic heart rate every `minutes` minutes.
  public static func amount(everyMinutes minutes: Int) -> Double { 5 / Double(max(minutes, 1)) }
}
