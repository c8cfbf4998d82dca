public import HaloInsights

extension BatteryHabit {
  /// Its name.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("heart rate")
    case .oxygenSaturation: Phrase("SpO₂")
    case .stress: Phrase("stress")
    case .heartRateVariability: Phrase("HRV")
    case .skinTemperature: Phrase("skin temperature")
    case .link: Phrase("link held")
    case .live: Phrase("live measurement")
    }
  }

  /// The unit of its cost.
  public var costUnit: Phrase { isTimed ? Phrase("% an hour") : Phrase("% a day") }
}
