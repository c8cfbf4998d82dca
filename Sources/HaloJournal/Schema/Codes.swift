/// The numbers of sources and computed metrics in the file, in their order. A number is never changed or reused; new ones
/// are added at the end.
extension SampleSource {
  private static let numbered: [SampleSource] = [.log, .live, .manual, .push, .algorithm]

  /// The source's number in the file, from 1.
  var code: Int { 1 + (Self.numbered.firstIndex(of: self) ?? 0) }

  init?(code: Int) {
    guard Self.numbered.indices.contains(code - 1) else { return nil }
    self = Self.numbered[code - 1]
  }
}

extension DerivedMetric {
  private static let numbered: [DerivedMetric] = [
    .restingHeartRate, .nightHeartRateVariability, .timeAsleep, .timeNapping, .sleepRegularity, .dailySteps,
    .dailyDistance, .activeMinutes, .nightAccount, .restingHeartRateTrend, .nightHeartRateVariabilityTrend,
    .timeAsleepTrend, .dailyStepsTrend, .ownTimeAsleep,
  ]

  /// The computed metric's number in the file, from 101. The range is separate from that of measured metrics.
  var code: Int { 101 + (Self.numbered.firstIndex(of: self) ?? 0) }

  init?(code: Int) {
    guard Self.numbered.indices.contains(code - 101) else { return nil }
    self = Self.numbered[code - 101]
  }
}
