public import HaloHealth

extension DerivedMetric {
  /// What it is called for a person.
  public var title: Phrase {
    switch self {
    case .restingHeartRate: Phrase("Resting heart rate")
    case .nightHeartRateVariability: Phrase("Overnight HRV")
    case .timeAsleep: Phrase("Time asleep")
    case .timeNapping: Phrase("Time napping")
    case .ownTimeAsleep: Phrase("Time asleep, by Halo's own stages")
    case .sleepRegularity: Phrase("Sleep regularity")
    case .dailySteps: Phrase("Steps")
    case .dailyDistance: Phrase("Distance")
    case .activeMinutes: Phrase("Active minutes")
    case .nightAccount: Phrase("Night")
    case .restingHeartRateTrend: Phrase("Resting heart rate against usual")
    case .nightHeartRateVariabilityTrend: Phrase("Overnight HRV against usual")
    case .timeAsleepTrend: Phrase("Time asleep against usual")
    case .dailyStepsTrend: Phrase("Steps against usual")
    }
  }

  /// Its name on the command line and in addresses: `resting-heart-rate`.
  public var exportName: String {
    rawValue.reduce(into: "") { text, character in
      if character.isUppercase { text += "-" }
      text.append(character)
    }.lowercased()
  }

  /// The metric of that name, as ``exportName`` or as in JSON.
  public init?(name: String) {
    guard let metric = DerivedMetric.allCases.first(where: { $0.exportName == name || $0.rawValue == name }) else {
      return nil
    }
    self = metric
  }

  /// Its identity among the figures of a report, which is shorter.
  var figureID: String {
    switch self {
    case .nightHeartRateVariability: "night-hrv"
    case .dailySteps: "steps"
    case .dailyDistance: "distance"
    default: exportName
    }
  }
}
