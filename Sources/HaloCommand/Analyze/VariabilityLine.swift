import HaloReports
import HaloSignals

/// The result of `halo analyze hrv` as JSON.
struct VariabilityLine: Encodable {
  var rmssd: Double?
  var sdnn: Double?
  var pnn50: Double?
  var sd1: Double?
  var sd2: Double?
  var lf: Double?
  var hf: Double?
  var lfhf: Double?
  /// The column of light, if several were given.
  let column: String?
  let beats: Int
  let used: Int
  let missed: Int
  let extra: Int
  let ectopic: Int
  let misplaced: Int
  /// The 95 % confidence interval of each value: its lower and upper bound.
  var range: [String: [Double]]?
  var notice: String?
  var reason: Phrase?

  init(_ result: VariabilityResult, namesColumn: Bool) {
    let (analysis, refusal) = (result.analysis, result.refusal)
    column = namesColumn ? result.column : nil
    beats = analysis.beats
    used = analysis.used
    missed = analysis.faults.missed
    extra = analysis.faults.extra
    ectopic = analysis.faults.ectopic
    misplaced = analysis.faults.misplaced
    reason = refusal
    guard refusal == nil, let values = analysis.variability else { return }
    func rounded(_ value: Double?) -> Double? { value.map { ($0 * 1e6).rounded() / 1e6 } }
    rmssd = rounded(values.rmssd)
    sdnn = rounded(values.sdnn)
    pnn50 = rounded(values.pnn50)
    sd1 = rounded(values.sd1)
    sd2 = rounded(values.sd2)
    lf = rounded(values.lf)
    hf = rounded(values.hf)
    lfhf = rounded(values.lfhf)
    let notices = [analysis.check?.notice?.english, analysis.notice].compactMap(\.self)
    notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    let sure = values.uncertainty
    let ranges: [String: ClosedRange<Double>?] = [
      "rmssd": sure.rmssd, "sdnn": sure.sdnn, "pnn50": sure.pnn50, "sd1": sure.sd1, "sd2": sure.sd2, "lf": sure.lf,
      "hf": sure.hf, "lfhf": sure.lfhf,
    ]
    range = ranges.compactMapValues(\.self).mapValues { [$0.lowerBound, $0.upperBound].compactMap(rounded) }
  }
}
