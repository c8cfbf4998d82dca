import HaloHealth

/// The numbers that metrics and sources have in the file. Numbers are given once and never again; new ones go to the end.
extension Metric {
  private static let codes: [(Metric, Int)] = [
    (.heartRate, 1), (.heartRateVariability, 2), (.oxygenSaturationMinimum, 3), (.oxygenSaturationMaximum, 4),
    (.stress, 5), (.steps, 6), (.distance, 7), (.activeEnergy, 8), (.skinTemperature, 9), (.beatInterval, 10),
    (.heartRateVariabilityRMSSD, 11), (.heartRateVariabilitySDNN, 12), (.oxygenSaturation, 13), (.battery, 14),
    (.speed, 15), (.power, 16), (.cadence, 17),
  ]
  private static let byMetric = [Metric: Int](uniqueKeysWithValues: codes)
  private static let byCode = [Int: Metric](uniqueKeysWithValues: codes.map { ($1, $0) })

  /// The metric's number in the file.
  var code: Int { Self.byMetric[self] ?? 0 }

  init?(code: Int) {
    guard let metric = Self.byCode[code] else { return nil }
    self = metric
  }
}

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

  init?(code: Int) {
    guard let source = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = source
  }
}
