import HaloSignals

/// The variability as people read it.
struct VariabilityReport {
  let name: String
  let analysis: VariabilityAnalysis
  let refusal: String?
  /// What was wrong with the rows.
  let problem: String?

  var text: String {
    let terminal = Terminal.current()
    var lines = [terminal.paint("Heart rate variability of \(Words.printable(name))", .bold)]
    if let problem, problem != refusal { lines.append("  \(problem): left out") }
    lines.append(
      "  \(Words.counted(analysis.beats, "beat")), \(analysis.used) of \(analysis.intervals.count) intervals used")
    let faults = analysis.faults
    if faults.total > 0 {
      lines.append(
        "  faulty beats: \(faults.missed) missed, \(faults.extra) extra, \(faults.ectopic) ectopic, \(faults.misplaced) misplaced"
      )
    }
    let kept = zip(analysis.intervals, analysis.counts).filter(\.1).map(\.0)
    if let refusal {
      lines.append("  no value: \(refusal)")
    } else if let values = analysis.variability {
      func number(_ value: Double?, _ unit: String, _ range: ClosedRange<Double>?) -> String {
        guard let value else { return "too short for it" }
        let text = "\(Words.number(value)) \(unit)"
        return range.map { "\(text) (\(Words.number($0.lowerBound)) to \(Words.number($0.upperBound)))" } ?? text
      }
      let sure = values.uncertainty
      func ratio(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
      lines += [
        "  RMSSD   \(number(values.rmssd, "ms", sure.rmssd))", "  SDNN    \(number(values.sdnn, "ms", sure.sdnn))",
        "  pNN50   \(number(values.pnn50, "%", sure.pnn50))",
        "  SD1/SD2 \(number(values.sd1, "ms", sure.sd1)) / \(number(values.sd2, "ms", sure.sd2))",
        "  LF      \(number(values.lf, "ms²", sure.lf))", "  HF      \(number(values.hf, "ms²", sure.hf))",
        "  LF/HF   "
          + (values.lfhf.map { value in
            ratio(value) + (sure.lfhf.map { " (\(ratio($0.lowerBound)) to \(ratio($0.upperBound)))" } ?? "")
          } ?? "too short for it"),
        "  mean interval \(number(values.mean, "ms", sure.mean)), \(Words.number(60_000 / values.mean)) bpm",
        "  in brackets: where 95 of 100 such recordings of the same state would be",
      ]
      if let notice = analysis.notice { lines.append("  note: \(notice)") }
    }
    if refusal == nil, kept.count > 3, let end = analysis.intervals.last?.time {
      lines += [""] + RatePlot.lines(kept.map { ($0.time, 60_000 / $0.milliseconds) }, end: end, terminal)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
