extension BatteryHabit {
  /// The habit's display name.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("heart rate")
    case .oxygenSaturation: Phrase("SpO₂")
    case .stress: Phrase("stress")
    case .heartRateVariability: Phrase("HRV")
    case .skinTemperature: Phrase("skin temperature")
    case .link: Phrase("connected time")
    case .live: Phrase("live measurement")
    }
  }

  /// The unit of the habit's cost.
  public var costUnit: Phrase { isTimed ? Phrase("% per hour") : Phrase("% per day") }
}
