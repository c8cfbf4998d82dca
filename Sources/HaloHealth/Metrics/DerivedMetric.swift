/// The kind of a value computed for a day or a night.
public enum DerivedMetric: String, Sendable, CaseIterable, Codable {
  /// Resting heart rate of a day.
  case restingHeartRate
  /// HRV of the main sleep that ended on a day.
  case nightHeartRateVariability
  /// Time asleep in the main sleep that ended on a day.
  case timeAsleep
  /// Time asleep in all other sleeps that ended on a day.
  case timeNapping
  /// Time asleep in the main sleep, by Halo's own stages from a raw recording.
  case ownTimeAsleep
  /// Similarity of the sleep times of the last days: the Sleep Regularity Index, −100…100.
  case sleepRegularity
  /// Steps of a day.
  case dailySteps
  /// Distance of a day, as devices estimate it.
  case dailyDistance
  /// Minutes of activity of a day, as the device counts them.
  case activeMinutes
  /// The outcome of a night: the `code` of a `NightOutcome`.
  case nightAccount
  /// Deviation of the resting heart rate from the wearer's baseline.
  case restingHeartRateTrend
  /// Deviation of the overnight HRV from the wearer's baseline.
  case nightHeartRateVariabilityTrend
  /// Deviation of the time asleep from the wearer's baseline.
  case timeAsleepTrend
  /// Deviation of the steps from the wearer's baseline.
  case dailyStepsTrend

  /// The unit of every value of this metric.
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

  /// The metric of the deviation from the baseline; `nil` if there is no such metric.
  public var trend: DerivedMetric? { DerivedMetric(rawValue: "\(rawValue)Trend") }
}

/// In JSON, values by metric are an object with the metrics' names as keys.
extension DerivedMetric: CodingKeyRepresentable {}
