/// The units in which lengths, speeds and temperatures are shown.
public enum UnitSystem: String, Sendable, Codable, CaseIterable {
  /// Meters, kilometers, degrees Celsius.
  case metric
  /// Feet, miles, degrees Fahrenheit.
  case imperial
}

extension Wording {
  /// The wording of a language, with a clock of 12 or 24 hours and a system of units.
  public init(_ language: Language, clock: ClockHours, units: UnitSystem) {
    self.init(language, usesTwelveHours: clock == .twelve, usesImperialUnits: units == .imperial)
  }
}
