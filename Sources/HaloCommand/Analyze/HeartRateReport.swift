import HaloSignals

/// The heart rate of a recording as people read it: what it was, how sure that is, drawn over time, and why parts of it are missing.
struct HeartRateReport {
  let name: String
  let windows: [HeartRateWindow]
  /// Seconds.
  let duration: Double
  /// What was wrong with the rows.
  let problem: String?
  /// Why there is not a single window.
  let refusal: String?

  func text(on terminal: Terminal) -> String {
    var lines = [terminal.paint("Heart rate in \(Words.printable(name)), estimated from light", .bold)]
    if let problem { lines.append("  \(problem): left out") }
    if let refusal { return (lines + ["  no value: \(refusal)"]).joined(separator: "\n") + "\n" }
    let values = windows.compactMap(\.bpm).sorted()
    let share = Int((100 * Double(values.count) / Double(max(windows.count, 1))).rounded())
    if let low = values.first, let high = values.last {
      let sure = windows.reduce(0) { $1.bpm == nil ? $0 : $0 + $1.confidence } / Double(values.count)
      lines.append(
        "  \(Int(low.rounded()))–\(Int(high.rounded())) bpm, typically \(Int(values[values.count / 2].rounded())); "
          + "\(share) % of \(Words.counted(windows.count, "window")) answered, confidence \(Int((100 * sure).rounded())) %"
      )
      lines += [""] + plot(low, high, terminal)
    } else {
      lines.append("  no value in any of \(Words.counted(windows.count, "window"))")
    }
    var reasons: [HeartRateRefusal: Int] = [:]
    for window in windows { if let refusal = window.refusal { reasons[refusal, default: 0] += 1 } }
    if !reasons.isEmpty { lines.append("") }
    for (reason, count) in reasons.sorted(by: { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }) {
      lines.append("  no value in \(Words.counted(count, "window")): \(reason.explanation)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func plot(_ lowest: Double, _ highest: Double, _ terminal: Terminal) -> [String] {
    let low = (lowest / 5).rounded(.down) * 5
    let high = max((highest / 5).rounded(.up) * 5, low + 10)
    let columns = max(20, min(terminal.width - 8, 100))
    var plot = LinePlot(columns: columns, rows: 6, over: 0...max(duration, 1), values: low...high)
    for window in windows {
      if let bpm = window.bpm { plot.dot(bpm, at: (window.start + window.end) / 2) }
    }
    let lines = plot.lines.enumerated().map { row, line in
      let label = row == 0 ? "\(Int(high))" : row == 5 ? "\(Int(low))" : ""
      return String(repeating: " ", count: max(0, 4 - label.count)) + label + " │" + terminal.paint(line, .red)
    }
    let length = BeatsReport.length(duration)
    return lines + ["  bpm 0" + String(repeating: " ", count: max(1, columns - length.count)) + length]
  }
}
