public import HaloHealth

extension RawSensor {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .ecg: Phrase("Electrocardiogram")
    case .ppg: Phrase("Green light (PPG)")
    case .ppg2: Phrase("Second light")
    case .ppg3: Phrase("Third light")
    case .ambientLight: Phrase("Light around")
    case .redLight: Phrase("Red light")
    case .accelerometer: Phrase("Acceleration")
    }
  }

  /// The unit of its readings.
  public var unitTitle: Phrase {
    switch self {
    case .ecg: Phrase("microvolts")
    case .accelerometer: Phrase("g")
    case .ppg, .ppg2, .ppg3, .ambientLight, .redLight: Phrase("raw counts")
    }
  }
}
