/// What machines measure; each may be one field of their data. In the order of their names, as messages write them.
public enum MachineQuantity: Int, Sendable, CaseIterable {
  /// Height climbed in metres.
  case ascentMeters
  /// Mean revolutions a minute.
  case averageCadence
  /// Mean pace in kilometres a minute.
  case averageKilometersPerMinute
  /// Mean pace in seconds a 500 m.
  case averageSecondsPer500m
  /// Mean speed in km/h.
  case averageSpeed
  /// Mean steps a minute.
  case averageStepsPerMinute
  /// Mean strokes a minute.
  case averageStrokeRate
  /// Mean power in watts.
  case averageWatts
  /// Force on the belt in newtons.
  case beltForceNewtons
  /// Heart rate in beats a minute.
  case bpm
  /// Revolutions a minute.
  case cadence
  /// Height descended in metres.
  case descentMeters
  /// Time since the start in seconds.
  case elapsedSeconds
  /// Floors since the start.
  case floors
  /// Inclination in per cent.
  case inclinationPercent
  /// Energy since the start in kilocalories.
  case kilocalories
  /// Energy in kilocalories an hour.
  case kilocaloriesPerHour
  /// Energy in kilocalories a minute.
  case kilocaloriesPerMinute
  /// Pace in kilometres a minute.
  case kilometersPerMinute
  /// Metabolic equivalent.
  case metabolicEquivalent
  /// Distance since the start in metres.
  case meters
  /// Ramp angle in degrees.
  case rampDegrees
  /// Time to the end in seconds.
  case remainingSeconds
  /// Resistance level.
  case resistance
  /// Pace in seconds a 500 m.
  case secondsPer500m
  /// Speed in km/h.
  case speed
  /// Steps since the start.
  case steps
  /// Steps a minute.
  case stepsPerMinute
  /// Strides since the start.
  case strides
  /// Strokes a minute.
  case strokeRate
  /// Strokes since the start.
  case strokes
  /// Power in watts.
  case watts

  /// The quantity in the vocabulary of messages.
  public var word: StaticString {
    switch self {
    case .ascentMeters: "ascentMeters"
    case .averageCadence: "averageCadence"
    case .averageKilometersPerMinute: "averageKilometersPerMinute"
    case .averageSecondsPer500m: "averageSecondsPer500m"
    case .averageSpeed: "averageSpeed"
    case .averageStepsPerMinute: "averageStepsPerMinute"
    case .averageStrokeRate: "averageStrokeRate"
    case .averageWatts: "averageWatts"
    case .beltForceNewtons: "beltForceNewtons"
    case .bpm: "bpm"
    case .cadence: "cadence"
    case .descentMeters: "descentMeters"
    case .elapsedSeconds: "elapsedSeconds"
    case .floors: "floors"
    case .inclinationPercent: "inclinationPercent"
    case .kilocalories: "kilocalories"
    case .kilocaloriesPerHour: "kilocaloriesPerHour"
    case .kilocaloriesPerMinute: "kilocaloriesPerMinute"
    case .kilometersPerMinute: "kilometersPerMinute"
    case .metabolicEquivalent: "metabolicEquivalent"
    case .meters: "meters"
    case .rampDegrees: "rampDegrees"
    case .remainingSeconds: "remainingSeconds"
    case .resistance: "resistance"
    case .secondsPer500m: "secondsPer500m"
    case .speed: "speed"
    case .steps: "steps"
    case .stepsPerMinute: "stepsPerMinute"
    case .strides: "strides"
    case .strokeRate: "strokeRate"
    case .strokes: "strokes"
    case .watts: "watts"
    }
  }
}
