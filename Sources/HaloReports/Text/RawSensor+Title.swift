extension RawSensor {
  /// The display name.
  public var title: Phrase {
    switch self {
    case .ecg: Phrase("Electrocardiogram")
    case .ppg: Phrase("Green light (PPG)")
    case .ppg2: Phrase("Second PPG channel")
    case .ppg3: Phrase("Third PPG channel")
    case .ambientLight: Phrase("Ambient light")
    case .redLight: Phrase("Red light")
    case .accelerometer: Phrase("Acceleration")
    }
  }

  /// The unit of the readings.
  public var unitTitle: Phrase {
    switch self {
    case .ecg: Phrase("microvolts")
    case .accelerometer: Phrase("g")
    case .ppg, .ppg2, .ppg3, .ambientLight, .redLight: Phrase("raw counts")
    }
  }
}
