/// A unit of measurement. The raw value is the symbol that is shown.
public enum Unit: String, Sendable, Codable {
  /// Beats per minute.
  case beatsPerMinute = "bpm"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Percent.
  case percent = "%"
  /// A device's own score without a unit.
  case score = ""
  /// A count.
  case count = "count"
  /// Meters.
  case meters = "m"
  /// Kilocalories (1 kcal = 4.184 kJ).
  case kilocalories = "kcal"
  /// Meters per second.
  case metersPerSecond = "m/s"
  /// Watts.
  case watts = "W"
  /// Per minute.
  case perMinute = "/min"
  /// A Boolean: 1 or 0.
  case flag = "1/0"
  /// Minutes.
  case minutes = "min"
  /// Degrees Celsius.
  case degreesCelsius = "°C"
}
