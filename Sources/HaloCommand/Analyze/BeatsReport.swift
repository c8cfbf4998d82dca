import HaloSignals

/// Beats as people read them: how many, how fast, how sure, drawn over time.
struct BeatsReport {
  let name: String
  let beats: [Beat]
  let count: Int
  let facts: SignalFacts
  let summary: SignalSummary

  var text: String {
    let terminal = Terminal.current()
    var lines = [terminal.paint("Beats in \(Words.printable(name))", .bold)]
    if let problem = summary.problem, summary.refusal == nil { lines.append("  \(problem): left out") }
    if let refusal = Self.refusal(count: count, facts, summary) {
      return (lines + ["  no value: \(refusal)"]).joined(separator: "\n") + "\n"
    }
    if facts.atLimits > 0.02 {
      lines.append("  cut off: \(Int(facts.atLimits * 100)) % of the signal is at its limits")
    }
    let absent = summary.missing.reduce(0, +)
    if 50 * absent > summary.rows { lines.append("  missing: \(100 * absent / summary.rows) % of the values") }
    let intervals = zip(beats, beats.dropFirst()).map { ($1.time, $1.time - $0.time, min($0.quality, $1.quality)) }
    let clear = intervals.filter { $0.1 < 3 && $0.2 >= VariabilityAnalysis.likeness }
    let sure = beats.count { $0.quality >= VariabilityAnalysis.likeness }
    lines.append("  \(Words.counted(count, "beat")) in \(Self.length(summary.duration))")
    lines.append(
      "  \(Int((100 * Double(sure) / Double(max(beats.count, 1))).rounded())) % of them clear (both methods agree, the wave is the usual one)"
    )
    if clear.count >= 3 {
      let sorted = clear.map(\.1).sorted()
      lines.append(
        "  typical interval \(Int((sorted[sorted.count / 2] * 1000).rounded())) ms: \(Words.number(60 / sorted[sorted.count / 2])) bpm"
      )
      lines += [""] + RatePlot.lines(clear.map { ($0.0, 60 / $0.1) }, end: summary.duration, terminal)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Why there is no value. Beats were judged one by one, so where there are some, only the rows themselves can speak against them.
  static func refusal(count: Int, _ facts: SignalFacts, _ summary: SignalSummary) -> String? {
    if count > 0 { return summary.refusal }
    return facts.refusal(summary) ?? "nothing in it looks like a heartbeat"
  }

  /// "8 min 0 s".
  static func length(_ seconds: Double) -> String {
    guard let whole = Int(exactly: seconds.rounded()) else { return "\(seconds) s" }
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : Words.duration(whole / 60)
  }
}
