/// What costs a device charge, besides being on.
public enum BatteryHabit: String, Sendable, CaseIterable, Hashable, Codable {
  /// Heart rate measured by itself. An amount of 1 is every five minutes, 1/6 every half hour.
  case heartRate
  /// Blood oxygen measured by itself: 1 or 0.
  case oxygenSaturation
  /// Stress measured by itself: 1 or 0.
  case stress
  /// Heart-rate variability measured by itself: 1 or 0.
  case heartRateVariability
  /// Skin temperature measured by itself: 1 or 0.
  case skinTemperature
  /// A link that is held and over which nothing is measured. The amount is hours a day.
  case link
  /// A live measurement, with the link that it goes over. The amount is hours a day.
  case live

  /// Whether it is something that one does for a time; the others are settings.
  public var isTimed: Bool { self == .link || self == .live }

  /// The amount of an automatic heart rate every so many minutes.
  public static func amount(everyMinutes minutes: Int) -> Double { 5 / Double(max(minutes, 1)) }
}
