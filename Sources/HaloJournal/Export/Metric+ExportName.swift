public import HaloHealth

extension Metric {
  /// The name in exports and on the command line, for example `heart-rate-variability` for `heartRateVariability`.
  public var exportName: String {
    rawValue.reduce(into: "") { text, character in
      // A final abbreviation, as in RMSSD, stays one word.
      if character.isUppercase, text.last?.isUppercase != true { text += "-" }
      text.append(character)
    }.lowercased()
  }

  /// Finds a metric by its ``exportName`` or by its name in code.
  public init?(name: String) {
    guard let metric = Metric.allCases.first(where: { $0.exportName == name || $0.rawValue == name }) else {
      return nil
    }
    self = metric
  }
}
