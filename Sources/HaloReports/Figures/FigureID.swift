/// The id of a figure, the same on all front ends.
public enum FigureID: String, Codable, CodingKeyRepresentable, Sendable, Hashable, CaseIterable {
  case steps
  case distance
  case energy
  case activeMinutes = "active-minutes"
  case timeAsleep = "time-asleep"
  case timeNapping = "time-napping"
  case ownTimeAsleep = "own-time-asleep"
  case efficiency
  case restingHeartRate = "resting-heart-rate"
  case nightHeartRateVariability = "night-hrv"
  case sleepRegularity = "sleep-regularity"
  case nightAccount = "night-account"
  case stress
  case latency
  case wakeAfterOnset = "wake-after-onset"
  case midpoint
  case sleepDebt = "sleep-debt"
  case lowestHeartRate = "low"
  case averageHeartRate = "average"
  case highestHeartRate = "high"
  case duration
  case workoutAverageHeartRate = "average-heart-rate"
  case workoutHighestHeartRate = "highest-heart-rate"
  case averageSpeed = "average-speed"
  case averagePower = "average-power"
  case averageCadence = "average-cadence"
  case averageIncline = "average-incline"
  case averageResistance = "average-resistance"
  case strokes
  case strides
  case floors
  case ascent
  case descent

  /// The main figures of a day.
  public static let headlines: [FigureID] = [.timeAsleep, .steps, .restingHeartRate, .nightHeartRateVariability]
  /// The figures of a day's activity.
  public static let activity: [FigureID] = [.steps, .distance, .energy, .activeMinutes]
}
