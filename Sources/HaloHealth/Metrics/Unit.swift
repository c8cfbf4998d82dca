/// Units of measurement. The raw value is the symbol that is shown.
public enum Unit: String, Sendable, Codable {
  /// Beats per minute.
  case beatsPerMinute = "bpm"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Per cent.
  case percent = "%"
  /// A device's own score without a unit.
  case score = ""
  /// A plain number of things.
  case count = "count"
  /// Metres.
  case meters = "m"
  /// Kilocalories (1 kcal = 4.184 kJ).
  case kilocalories = "kcal"
  /// Metres per second.
  case metersPerSecond = "m/s"
  /// Watts.
  case watts = "W"
  /// Times a minute.
  case perMinute = "/min"
  /// Whether something is so: 1, otherwise 0.
  case flag = "1/0"
  /// Minutes.
  case minutes = "min"
  /// Degrees Celsius.
  case degreesCelsius = "°C"
}
