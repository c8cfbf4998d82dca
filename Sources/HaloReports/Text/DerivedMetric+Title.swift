extension DerivedMetric {
  /// The display name.
  public var title: Phrase {
    switch self {
    case .restingHeartRate: Phrase("Resting heart rate")
    case .nightHeartRateVariability: Phrase("Overnight HRV")
    case .timeAsleep: Phrase("Time asleep")
    case .timeNapping: Phrase("Time napping")
    case .ownTimeAsleep: Phrase("Time asleep (Halo's own stages)")
    case .sleepRegularity: Phrase("Sleep regularity")
    case .dailySteps: Phrase("Steps")
    case .dailyDistance: Phrase("Distance")
    case .activeMinutes: Phrase("Active minutes")
    case .nightAccount: Phrase("Night")
    case .restingHeartRateTrend: Phrase("Resting heart rate compared with usual")
    case .nightHeartRateVariabilityTrend: Phrase("Overnight HRV compared with usual")
    case .timeAsleepTrend: Phrase("Time asleep compared with usual")
    case .dailyStepsTrend: Phrase("Steps compared with usual")
    }
  }

  /// The name on the command line and in URLs: `resting-heart-rate`.
  public var exportName: String { Metric.exportName(rawValue) }

  /// Looks up a metric by its ``exportName`` or its JSON name.
  public init?(name: String) {
    guard let metric = DerivedMetric.allCases.first(where: { $0.exportName == name || $0.rawValue == name }) else {
      return nil
    }
    self = metric
  }
}
