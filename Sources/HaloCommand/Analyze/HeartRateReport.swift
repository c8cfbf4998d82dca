import HaloSignals

/// The heart rate of a recording as people read it: what it was, how sure that is, drawn over time, and why parts of it are missing.
struct HeartRateReport {
  let name: String
  let windows: [HeartRateWindow]
  /// Seconds.
  let duration: Double
  /// What was wrong with the rows.
  let problem: String?
  /// Samples a second, where that is known.
  let rate: Double?
  /// Why there is not a single window.
  let refusal: String?

  func text(on terminal: Terminal) -> String {
    var lines = [terminal.paint("Heart rate in \(Words.printable(name)), estimated from light", .bold)]
    if let problem, problem != refusal { lines.append("  \(problem): left out") }
    if let refusal { return (lines + ["  no value: \(refusal)"]).joined(separator: "\n") + "\n" }
    let values = windows.compactMap(\.bpm).sorted()
    let share = Int((100 * Double(values.count) / Double(max(windows.count, 1))).rounded())
    if let low = values.first, let high = values.last {
      let sure = windows.reduce(0) { $1.bpm == nil ? $0 : $0 + $1.confidence } / Double(values.count)
      lines.append(
        "  \(Int(low.rounded()))–\(Int(high.rounded())) bpm, typically \(Int(values[values.count / 2].rounded())); "
          + "\(share) % of \(Words.counted(windows.count, "window")) answered, confidence \(Int((100 * sure).rounded())) %"
      )
      let points: [(Double, Double)] = windows.compactMap { window in
        guard let bpm = window.bpm else { return nil }
        return ((window.start + window.end) / 2, bpm)
      }
      lines += [""] + RatePlot.lines(points, within: low...high, end: duration, terminal)
    } else {
      lines.append("  no value in any of \(Words.counted(windows.count, "window"))")
    }
    if let rate, rate < 2 * HeartRateEstimator.highest / 60 {
      lines.append(
        "  At \(SampleRate.text(rate)) samples a second a pulse above \(Int(30 * rate)) bpm would look like a slower one, and be told as that."
      )
    }
    var reasons: [HeartRateRefusal: Int] = [:]
    for window in windows { if let refusal = window.refusal { reasons[refusal, default: 0] += 1 } }
    if !reasons.isEmpty { lines.append("") }
    for (reason, count) in reasons.sorted(by: { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }) {
      lines.append("  no value in \(Words.counted(count, "window")): \(reason.explanation)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
