extension DerivedMetric {
  /// The id of this metric's figure.
  var figureID: FigureID {
    switch self {
    case .restingHeartRate, .restingHeartRateTrend: .restingHeartRate
    case .nightHeartRateVariability, .nightHeartRateVariabilityTrend: .nightHeartRateVariability
    case .timeAsleep, .timeAsleepTrend: .timeAsleep
    case .timeNapping: .timeNapping
    case .ownTimeAsleep: .ownTimeAsleep
    case .sleepRegularity: .sleepRegularity
    case .dailySteps, .dailyStepsTrend: .steps
    case .dailyDistance: .distance
    case .activeMinutes: .activeMinutes
    case .nightAccount: .nightAccount
    }
  }
}
