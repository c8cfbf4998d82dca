public import HaloHealth

extension Metric {
  /// Its name in exports and on the command line: `heartRateVariability` as `heart-rate-variability`.
  public var exportName: String {
    rawValue.reduce(into: "") { text, character in
      // An abbreviation at the end, as in RMSSD, stays one word.
      if character.isUppercase, text.last?.isUppercase != true { text += "-" }
      text.append(character)
    }.lowercased()
  }

  /// The metric of that name, as ``exportName`` or as in code.
  public init?(name: String) {
    guard let metric = Metric.allCases.first(where: { $0.exportName == name || $0.rawValue == name }) else {
      return nil
    }
    self = metric
  }
}
