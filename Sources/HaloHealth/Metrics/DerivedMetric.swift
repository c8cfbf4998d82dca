/// What a computed value says of a day or a night.
public enum DerivedMetric: String, Sendable, CaseIterable, Codable {
  /// Resting heart rate of a day.
  case restingHeartRate
  /// Heart-rate variability of the main sleep that ended on a day.
  case nightHeartRateVariability
  /// Time asleep in the main sleep that ended on a day.
  case timeAsleep
  /// Time asleep in all other sleeps that ended on a day.
  case timeNapping
  /// Time asleep in the main sleep, by Halo's own stages from a raw recording.
  case ownTimeAsleep
  /// How alike the sleep of the last days was: the Sleep Regularity Index, −100…100.
  case sleepRegularity
  /// Steps of a day.
  case dailySteps
  /// Distance of a day, as devices estimate it.
  case dailyDistance
  /// Minutes of activity of a day, as the device counts them.
  case activeMinutes
  /// What became of a night: the `code` of a `NightAccount`.
  case nightAccount
  /// How far the resting heart rate is from what is usual for the wearer.
  case restingHeartRateTrend
  /// How far the heart-rate variability of the night is from what is usual for the wearer.
  case nightHeartRateVariabilityTrend
  /// How far the time asleep is from what is usual for the wearer.
  case timeAsleepTrend
  /// How far the steps are from what is usual for the wearer.
  case dailyStepsTrend

  /// The unit every value of this metric is given in.
  public var unit: Unit {
    switch self {
    case .restingHeartRate, .restingHeartRateTrend: .beatsPerMinute
    case .nightHeartRateVariability, .nightHeartRateVariabilityTrend: .milliseconds
    case .timeAsleep, .timeNapping, .ownTimeAsleep, .activeMinutes, .timeAsleepTrend: .minutes
    case .sleepRegularity, .nightAccount: .score
    case .dailySteps, .dailyStepsTrend: .count
    case .dailyDistance: .meters
    }
  }

  /// What says how far this is from what is usual, where that is worked out.
  public var trend: DerivedMetric? {
    switch self {
    case .restingHeartRate: .restingHeartRateTrend
    case .nightHeartRateVariability: .nightHeartRateVariabilityTrend
    case .timeAsleep: .timeAsleepTrend
    case .dailySteps: .dailyStepsTrend
    default: nil
    }
  }
}

/// In JSON, values by metric are an object with the metrics' names as keys.
extension DerivedMetric: CodingKeyRepresentable {}
