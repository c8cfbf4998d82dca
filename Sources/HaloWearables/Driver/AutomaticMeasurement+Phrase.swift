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
