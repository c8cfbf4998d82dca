/// The units in which lengths, speeds and temperatures are shown.
public enum UnitSystem: String, Sendable, Codable, CaseIterable {
  /// Meters, kilometers, degrees Celsius.
  case metric
  /// Feet, miles, degrees Fahrenheit.
  case imperial
}
