import HaloBluetooth
import HaloHealth
import HaloInsights
import HaloJournal
import HaloReports

/// Where a computed value comes from: its algorithm, its inputs, and the frames that those came in.
struct DerivedExplanation {
  let value: DerivedValue
  let trend: Trend?

  func text(_ terminal: Terminal) -> String {
    let metric = value.metric
    let hours = Double(value.length) / 3_600_000
    let day = "\(value.start.wallClock.date)\(hours == 24 ? "" : ", a day of \(Words.number(hours)) hours")"
    var rows = [("day", day)]
    if let trend {
      let words = TrendReport(trend, of: metric, on: value.start.wallClock.date, MeasureWords(.metric)).words
      rows.append(("trend", words.text))
    }
    rows.append(("algorithm", "\(value.algorithm), version \(value.version)"))
    if let algorithm = InsightAlgorithm.named(value.algorithm) {
      rows.append(("", algorithm.definition))
      if algorithm.version != value.version {
        rows.append(("", "(this Halo has version \(algorithm.version): 'halo rebuild' computes it again)"))
      }
      rows.append(("idea", algorithm.source))
      rows.append(
        ("confidence", (value.confidence.map { "\(Int(($0 * 100).rounded())) %: " } ?? "") + algorithm.confidence))
    }
    for (place, input) in value.inputs.enumerated() { rows.append((place == 0 ? "made from" : "", input)) }
    let title = "\(metric.exportName) \(MeasureWords(.metric).value(value.value, of: metric).text)"
    let lines = rows.map { label, words in
      let padding = String(repeating: " ", count: 12 - label.count)
      return "  " + label + padding
        + Words.wrapped(words, width: terminal.width - 14).joined(separator: "\n" + String(repeating: " ", count: 14))
    }
    return ([terminal.paint(title, .bold)] + lines).joined(separator: "\n") + "\n"
  }

  /// The numbers of the frames that the inputs came in.
  var frames: Set<Int> {
    Set(
      value.inputs.flatMap { input -> [Int] in
        let parts = input.split(separator: "; frames ")
        return parts.count == 2 ? Journal.frames(in: String(parts[1])) : []
      })
  }
}
