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
    let kept = zip(analysis.intervals, analysis.counts).filter(\.1).map(\.0)
    if let refusal {
      lines.append("  no value: \(refusal)")
    } else if let values = analysis.variability {
      func number(_ value: Double?, _ unit: String) -> String {
        value.map { "\(Words.number($0)) \(unit)" } ?? "too short for it"
      }
      lines += [
        "  RMSSD   \(number(values.rmssd, "ms"))", "  SDNN    \(number(values.sdnn, "ms"))",
        "  pNN50   \(number(values.pnn50, "%"))", "  SD1/SD2 \(number(values.sd1, "ms")) / \(number(values.sd2, "ms"))",
        "  LF      \(number(values.lf, "ms²"))", "  HF      \(number(values.hf, "ms²"))",
        "  LF/HF   \(values.lfhf.map { "\(($0 * 100).rounded() / 100)" } ?? "too short for it")",
        "  mean interval \(number(values.mean, "ms")), \(Words.number(60_000 / values.mean)) bpm",
      ]
    }
    if refusal == nil, kept.count > 3, let end = analysis.intervals.last?.time {
      lines += [""] + RatePlot.lines(kept.map { ($0.time, 60_000 / $0.milliseconds) }, end: end, terminal)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
