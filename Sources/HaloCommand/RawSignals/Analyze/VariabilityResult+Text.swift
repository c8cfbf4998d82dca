import HaloInterchange
import HaloSignals

extension VariabilityResult {
  /// Returns the text report of a recording's HRV.
  func text(name: String) -> String {
    let terminal = Terminal.current()
    var lines = [terminal.paint(VisibleText.printable(Phrase("HRV of \(name)").text), .bold)]
    func add(_ phrase: Phrase) { lines.append("  " + phrase.text) }
    if let problem = summary.problem, problem != refusal { add(Phrase("\(problem): left out")) }
    let beats = analysis.beats == 1 ? Phrase("1 beat") : Phrase("\(analysis.beats) beats")
    add(Phrase("\(beats), \(analysis.used) of \(analysis.intervals.count) intervals used"))
    if let notice = analysis.check?.notice { add(Phrase("note: \(notice)")) }
    let faults = analysis.faults
    if faults.total > 0 {
      add(
        Phrase(
          """
          faulty beats: \(faults.missed) missed, \(faults.extra) extra, \(faults.ectopic) ectopic, \(faults.misplaced) misplaced
          """))
    }
    let kept = zip(analysis.intervals, analysis.counts).filter(\.1).map(\.0)
    if let refusal {
      add(Phrase("no value: \(refusal)"))
    } else if let values = analysis.variability {
      func number(_ value: Double?, _ unit: String, _ range: ClosedRange<Double>?) -> String {
        guard let value else { return Phrase("recording too short").text }
        return range.map {
          Phrase("\(short: value) \(unit) (\(short: $0.lowerBound) to \(short: $0.upperBound))").text
        } ?? Phrase("\(short: value) \(unit)").text
      }
      let sure = values.uncertainty
      func ratio(_ value: Double) -> String { Phrase("\(value, digits: 2)").text }
      let lfhf =
        values.lfhf.map { value in
          sure.lfhf.map { Phrase("\(ratio(value)) (\(ratio($0.lowerBound)) to \(ratio($0.upperBound)))").text }
            ?? ratio(value)
        } ?? Phrase("recording too short").text
      lines += [
        "  RMSSD   \(number(values.rmssd, "ms", sure.rmssd))", "  SDNN    \(number(values.sdnn, "ms", sure.sdnn))",
        "  pNN50   \(number(values.pnn50, "%", sure.pnn50))",
        "  SD1/SD2 \(number(values.sd1, "ms", sure.sd1)) / \(number(values.sd2, "ms", sure.sd2))",
        "  LF      \(number(values.lf, "ms²", sure.lf))", "  HF      \(number(values.hf, "ms²", sure.hf))",
        "  LF/HF   \(lfhf)",
      ]
      let mean = number(values.mean, "ms", sure.mean)
      add(Phrase("mean interval \(mean), \(short: 60_000 / values.mean) bpm"))
      add(Phrase("in brackets: the 95 % confidence interval"))
      if let notice = analysis.notice { add(Phrase("note: \(notice)")) }
    }
    if refusal == nil, kept.count > 3, let end = analysis.intervals.last?.time {
      lines += [""] + RatePlot.lines(kept.map { ($0.time, 60_000 / $0.milliseconds) }, end: end, terminal)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
