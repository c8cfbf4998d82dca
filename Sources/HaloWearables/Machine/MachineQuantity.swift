/// The quantities that machines measure, each a field of their data. They are ordered by name, as in messages.
public enum MachineQuantity: Int, Sendable, CaseIterable {
  /// Height climbed in meters.
  case ascentMeters
  /// Mean revolutions per minute.
  case averageCadence
  /// Mean pace in kilometers per minute.
  case averageKilometersPerMinute
  /// Mean pace in seconds per 500 m.
  case averageSecondsPer500m
  /// Mean speed in km/h.
  case averageSpeed
  /// Mean steps per minute.
  case averageStepsPerMinute
  /// Mean strokes per minute.
  case averageStrokeRate
  /// Mean power in watts.
  case averageWatts
  /// Force on the belt in newtons.
  case beltForceNewtons
  /// Heart rate in beats per minute.
  case bpm
  /// Revolutions per minute.
  case cadence
  /// Height descended in meters.
  case descentMeters
  /// Time since the start in seconds.
  case elapsedSeconds
  /// Floors since the start.
  case floors
  /// Inclination in percent.
  case inclinationPercent
  /// Energy since the start in kilocalories.
  case kilocalories
  /// Energy in kilocalories per hour.
  case kilocaloriesPerHour
  /// Energy in kilocalories per minute.
  case kilocaloriesPerMinute
  /// Pace in kilometers per minute.
  case kilometersPerMinute
  case metabolicEquivalent
  /// Distance since the start in meters.
  case meters
  /// Ramp angle in degrees.
  case rampDegrees
  /// Time to the end in seconds.
  case remainingSeconds
  /// Resistance level.
  case resistance
  /// Pace in seconds per 500 m.
  case secondsPer500m
  /// Speed in km/h.
  case speed
  /// Steps since the start.
  case steps
  case stepsPerMinute
  /// Strides since the start.
  case strides
  /// Strokes per minute.
  case strokeRate
  /// Strokes since the start.
  case strokes
  /// Power in watts.
  case watts

  /// The names in the vocabulary of messages, in the order of the cases.
  private static let words: [StaticString] = [
    "ascentMeters", "averageCadence", "averageKilometersPerMinute", "averageSecondsPer500m", "averageSpeed",
    "averageStepsPerMinute", "averageStrokeRate", "averageWatts", "beltForceNewtons", "bpm", "cadence",
    "descentMeters", "elapsedSeconds", "floors", "inclinationPercent", "kilocalories", "kilocaloriesPerHour",
    "kilocaloriesPerMinute", "kilometersPerMinute", "metabolicEquivalent", "meters", "rampDegrees",
    "remainingSeconds", "resistance", "secondsPer500m", "speed", "steps", "stepsPerMinute", "strides", "strokeRate",
    "strokes", "watts",
  ]

  /// The quantity's name in the vocabulary of messages.
  public var word: StaticString { Self.words[rawValue] }
}
