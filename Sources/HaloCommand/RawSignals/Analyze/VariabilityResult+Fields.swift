import HaloSignals

extension VariabilityResult {
  /// The result of `halo analyze hrv` as JSON, with the 95 % confidence interval of each value in `range`. If several
  /// columns of light were given, it names the column.
  func fields(namesColumn: Bool) -> JSONFields {
    func rounded(_ value: Double?) -> Double? { value?.rounded(parts: 1e6) }
    let faults = analysis.faults
    let values = refusal == nil ? analysis.variability : nil
    let sure = values?.uncertainty
    let notices = values == nil ? [] : [analysis.check?.notice?.english, analysis.notice].compactMap(\.self)
    let ranges: [String: ClosedRange<Double>?] = [
      "rmssd": sure?.rmssd, "sdnn": sure?.sdnn, "pnn50": sure?.pnn50, "sd1": sure?.sd1, "sd2": sure?.sd2,
      "lf": sure?.lf, "hf": sure?.hf, "lfhf": sure?.lfhf,
    ]
    let range = ranges.compactMapValues(\.self).mapValues { [$0.lowerBound, $0.upperBound].compactMap(rounded) }
    return [
      "rmssd": rounded(values?.rmssd), "sdnn": rounded(values?.sdnn), "pnn50": rounded(values?.pnn50),
      "sd1": rounded(values?.sd1), "sd2": rounded(values?.sd2), "lf": rounded(values?.lf),
      "hf": rounded(values?.hf), "lfhf": rounded(values?.lfhf), "column": namesColumn ? column : nil,
      "beats": analysis.beats, "used": analysis.used, "missed": faults.missed, "extra": faults.extra,
      "ectopic": faults.ectopic, "misplaced": faults.misplaced, "range": values == nil ? nil : range,
      "notice": notices.isEmpty ? nil : notices.joined(separator: "; "), "reason": refusal,
    ]
  }
}
