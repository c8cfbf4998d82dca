import HaloInterchange
import HaloSignals

/// The text report of beats: their number, rate and quality, and a plot over time.
struct BeatsReport {
  let name: String
  let beats: [Beat]
  let count: Int
  let facts: SignalStatistics
  let summary: SignalSummary

  var text: String {
    let terminal = Terminal.current()
    var lines = [terminal.paint(VisibleText.printable(Phrase("Beats in \(name)").text), .bold)]
    func add(_ phrase: Phrase) { lines.append("  " + phrase.text) }
    if let problem = summary.problem, summary.refusal == nil { add(Phrase("\(problem): left out")) }
    if let refusal = Self.refusal(count: count, facts, summary) {
      add(Phrase("no value: \(refusal)"))
      return lines.joined(separator: "\n") + "\n"
    }
    if facts.atLimits > 0.02 { add(Phrase("clipped: \(Int(facts.atLimits * 100)) % of the signal is at its limits")) }
    let absent = summary.missing.reduce(0, +)
    if 50 * absent > summary.rows { add(Phrase("missing: \(100 * absent / summary.rows) % of the values")) }
    let intervals = zip(beats, beats.dropFirst()).map { ($1.time, $1.time - $0.time, min($0.quality, $1.quality)) }
    let clear = intervals.filter { $0.1 < 3 && $0.2 >= VariabilityAnalysis.likeness }
    let sure = beats.count { $0.quality >= VariabilityAnalysis.likeness }
    let length = Self.length(summary.duration)
    add(count == 1 ? Phrase("1 beat in \(length)") : Phrase("\(count) beats in \(length)"))
    let share = Int((100 * Double(sure) / Double(max(beats.count, 1))).rounded())
    add(Phrase("\(share) % of them clear (both methods agree and the waveform is typical)"))
    if clear.count >= 3 {
      let sorted = clear.map(\.1).sorted()
      let typical = sorted[sorted.count / 2]
      add(Phrase("typical interval \(Int((typical * 1000).rounded())) ms: \(short: 60 / typical) bpm"))
      lines += [""] + RatePlot.lines(clear.map { ($0.0, 60 / $0.1) }, end: summary.duration, terminal)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the reason why there is no value. Each beat was validated, so if there are beats, only problems of the
  /// rows can be a reason.
  static func refusal(count: Int, _ facts: SignalStatistics, _ summary: SignalSummary) -> Phrase? {
    if count > 0 { return summary.refusal }
    return facts.refusal(summary) ?? Phrase("no heartbeat was detected")
  }

  /// "8 min 0 s".
  static func length(_ seconds: Double) -> String {
    guard let whole = Int(exactly: seconds.rounded()) else { return "\(seconds) s" }
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : MeasureWording.duration(minutes: whole / 60).text
  }
}
