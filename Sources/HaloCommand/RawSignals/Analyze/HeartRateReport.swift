import HaloInterchange
import HaloSignals

/// The text report of a recording's heart rate: its range and confidence, a plot over time, and the reasons for
/// missing values.
struct HeartRateReport {
  let name: String
  let windows: [HeartRateWindow]
  let summary: SignalSummary
  /// The sample rate, if known.
  let rate: Double?
  /// The reason why there is no window.
  let refusal: Phrase?

  func text(on terminal: Terminal) -> String {
    let title = Phrase("Heart rate in \(name), estimated from PPG")
    var lines = [terminal.paint(VisibleText.printable(title.text), .bold)]
    func add(_ phrase: Phrase) { lines.append("  " + phrase.text) }
    if let problem = summary.problem, problem != refusal { add(Phrase("\(problem): left out")) }
    if let refusal {
      add(Phrase("no value: \(refusal)"))
      return lines.joined(separator: "\n") + "\n"
    }
    let values = windows.compactMap(\.bpm).sorted()
    let share = Int((100 * Double(values.count) / Double(max(windows.count, 1))).rounded())
    if let low = values.first, let high = values.last {
      let sure = windows.reduce(0) { $1.bpm == nil ? $0 : $0 + $1.confidence } / Double(values.count)
      let range = "\(Int(low.rounded()))–\(Int(high.rounded()))"
      let typical = Int(values[values.count / 2].rounded())
      let all = Self.windows(windows.count)
      let confidence = Int((100 * sure).rounded())
      add(
        Phrase(
          """
          \(range) bpm, typically \(typical); \(share) % of \(all) with a value, confidence \(confidence) %
          """))
      let points: [(Double, Double)] = windows.compactMap { window in
        guard let bpm = window.bpm else { return nil }
        return ((window.start + window.end) / 2, bpm)
      }
      lines += [""] + RatePlot.lines(points, within: low...high, end: summary.duration, terminal)
    } else {
      add(Phrase("no value in any of \(Self.windows(windows.count))"))
    }
    if let rate, rate < 2 * HeartRateEstimator.highest / 60 {
      add(
        Phrase(
          """
          At \(SampleRate.text(rate)) samples per second, a pulse above \(Int(30 * rate)) bpm is aliased and \
          reported as a slower one.
          """))
    }
    var reasons: [HeartRateRefusal: Int] = [:]
    for window in windows { if let refusal = window.refusal { reasons[refusal, default: 0] += 1 } }
    if !reasons.isEmpty { lines.append("") }
    for (reason, count) in reasons.sorted(by: { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }) {
      add(Phrase("no value in \(Self.windows(count)): \(reason.explanation)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func windows(_ count: Int) -> Phrase { count == 1 ? Phrase("1 window") : Phrase("\(count) windows") }
}
