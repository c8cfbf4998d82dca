public import HaloText

extension AutomaticMeasurement {
  /// The setting in words: off, on, or the interval.
  public var phrase: Phrase {
    switch (isEnabled, intervalMinutes) {
    case (false, _): Phrase("off")
    case (true, nil): Phrase("on")
    case (true, 1?): Phrase("every minute")
    case (true, let minutes?): Phrase("every \(minutes) minutes")
    }
  }
}

extension AutomaticMeasurement.Quantity {
  /// The quantity in words.
  public var phrase: Phrase {
    switch self {
    case .heartRate: Phrase("heart rate")
    case .oxygenSaturation: Phrase("SpO₂")
    case .stress: Phrase("stress")
    case .heartRateVariability: Phrase("heart-rate variability")
    case .skinTemperature: Phrase("skin temperature")
    }
  }
}
