public import HaloHealth
public import HaloWearables

extension Metric {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("Heart rate")
    case .heartRateVariability: Phrase("Heart-rate variability")
    case .heartRateVariabilityRMSSD: Phrase("Variability (RMSSD)")
    case .heartRateVariabilitySDNN: Phrase("Variability (SDNN)")
    case .oxygenSaturation: Phrase("Blood oxygen")
    case .oxygenSaturationMinimum: Phrase("Lowest blood oxygen")
    case .oxygenSaturationMaximum: Phrase("Highest blood oxygen")
    case .stress: Phrase("Stress score")
    case .steps: Phrase("Steps")
    case .distance: Phrase("Distance")
    case .activeEnergy: Phrase("Active energy")
    case .skinTemperature: Phrase("Skin temperature")
    case .beatInterval: Phrase("Beat intervals")
    case .battery: Phrase("Battery")
    case .batteryCharging: Phrase("Charging")
    case .speed: Phrase("Speed")
    case .power: Phrase("Power")
    case .cadence: Phrase("Cadence")
    }
  }

  /// What a person has to know to read its values; `nil` where the name says it all.
  public var caution: Phrase? {
    switch self {
    case .stress: Phrase("The device's own score, not a physical quantity.")
    case .heartRateVariability: Phrase("As the device computes it; rings do not say how.")
    case .activeEnergy, .distance: Phrase("The device's estimate.")
    default: nil
    }
  }
}

extension SleepStage {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .awake: Phrase("Awake")
    case .rem: Phrase("REM")
    case .light: Phrase("Light")
    case .deep: Phrase("Deep")
    }
  }
}

extension Workout.Kind {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .walking: Phrase("Walking")
    case .running: Phrase("Running")
    case .hiking: Phrase("Hiking")
    case .cycling: Phrase("Cycling")
    case .rowing: Phrase("Rowing")
    case .elliptical: Phrase("Elliptical")
    case .stairs: Phrase("Stairs")
    case .other: Phrase("Workout")
    }
  }
}

extension SampleSource {
  /// How a value was come by, for a screen.
  public var title: Phrase {
    switch self {
    case .log: Phrase("measured by the device by itself")
    case .live: Phrase("measured while you watched")
    case .manual: Phrase("measured on the device at your wish")
    case .push: Phrase("sent by the device unasked")
    case .algorithm: Phrase("computed by Halo")
    }
  }
}

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

extension LiveQuantity {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("Heart rate")
    case .oxygenSaturation: Phrase("Blood oxygen")
    case .heartRateVariability: Phrase("Heart-rate variability")
    case .stress: Phrase("Stress score")
    case .steps: Phrase("Steps")
    case .speed: Phrase("Speed")
    case .cadence: Phrase("Cadence")
    }
  }
}
