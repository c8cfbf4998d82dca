import HaloHealth

/// The numbers of sources and computed metrics in the file. A number is never changed or reused.
extension SampleSource {
  /// The source's number in the file.
  var code: Int {
    switch self {
    case .log: 1
    case .live: 2
    case .manual: 3
    case .push: 4
    case .algorithm: 5
    }
  }

  private static let byCode = [Int: SampleSource](uniqueKeysWithValues: allCases.map { ($0.code, $0) })

  init?(code: Int) {
    guard let source = Self.byCode[code] else { return nil }
    self = source
  }
}

extension DerivedMetric {
  /// The computed metric's number in the file. The range is separate from that of measured metrics.
  var code: Int {
    switch self {
    case .restingHeartRate: 101
    case .nightHeartRateVariability: 102
    case .timeAsleep: 103
    case .timeNapping: 104
    case .sleepRegularity: 105
    case .dailySteps: 106
    case .dailyDistance: 107
    case .activeMinutes: 108
    case .nightAccount: 109
    case .restingHeartRateTrend: 110
    case .nightHeartRateVariabilityTrend: 111
    case .timeAsleepTrend: 112
    case .dailyStepsTrend: 113
    case .ownTimeAsleep: 114
    }
  }

  private static let byCode = [Int: DerivedMetric](uniqueKeysWithValues: allCases.map { ($0.code, $0) })

  init?(code: Int) {
    guard let metric = Self.byCode[code] else { return nil }
    self = metric
  }
}
