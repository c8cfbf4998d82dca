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
}
