import HaloInterchange
import HaloFoundation
import HaloSignals

/// The report of `halo analyze steps`.
struct StepCountReport {
  let summary: SignalSummary
  private(set) var count: StepCount?
  /// The reason why there is no step count.
  private(set) var reason: Phrase?
  let seconds: Double
  private let curve: MovementCurve?

  /// Counts the steps of a recording with three columns of acceleration.
  init(of source: any SignalSource, unit: AccelerationUnit) throws {
    var listener = StepAnalyzer(rate: source.rate, unit: unit)
    let summary = try source.read { listener.take($0) }
    listener.finish()
    self.init(listener, summary: summary)
  }

  /// Creates the report at the end of the recording.
  init(_ listener: StepAnalyzer, summary: SignalSummary) {
    self.summary = summary
    curve = listener.curve
    seconds = listener.counter?.seconds ?? listener.rate.map { Double(summary.rows) / $0 } ?? summary.duration
    if let refusal = summary.refusal {
      reason = refusal
    } else if let counter = listener.counter {
      do throws(MovementProblem) {
        count = try StepCount(counter)
      } catch {
        reason = "\(error.description)"
      }
    } else {
      reason = listener.problem.map { "\($0.description)" } ?? Phrase("no rate can be computed from the times")
    }
  }

  /// The JSON output: the steps with the probability that a counted step is real, the bouts of walking in seconds since
  /// the first sample, or the reason why there is no step count.
  var fields: JSONFields {
    [
      "steps": count?.steps, "confidence": count?.confidence?.rounded(parts: 1000),
      "seconds": seconds.rounded(parts: 1000), "reason": reason,
      "bouts": count?.bouts.map { bout -> JSONFields in
        [
          "start": bout.start.rounded(parts: 1000), "end": bout.end.rounded(parts: 1000), "steps": bout.steps,
          "confidence": bout.confidence.rounded(parts: 1000),
        ]
      },
    ]
  }

  /// Returns the report as text.
  func text(name: String, on terminal: Terminal) -> String {
    var lines: [String] = []
    if let count {
      let walking = count.bouts.reduce(0) { $0 + $1.end - $1.start }
      let steps = count.steps == 1 ? Phrase("1 step") : Phrase("\(count.steps) steps")
      lines.append(
        terminal.paint(steps.text, .bold) + " "
          + VisibleText.printable(Phrase("in \(Self.time(seconds)), \(name)").text))
      if count.bouts.isEmpty {
        lines.append(Phrase("No walking bout of ten seconds or more was found.").text)
      } else {
        let cadence = Int((Double(count.steps - count.bouts.count) / max(walking, 1) * 60).rounded())
        let time = Self.time(walking)
        let bouts = count.bouts.count
        lines.append(
          bouts == 1
            ? Phrase("\(time) of walking, 1 bout, \(cadence) steps per minute").text
            : Phrase("\(time) of walking, \(bouts) bouts, \(cadence) steps per minute").text)
      }
      if let confidence = count.confidence {
        let percent = Int((confidence * 100).rounded())
        lines.append(Phrase("confidence \(percent) % that a counted step is real").text)
      }
      lines += plot(count, terminal)
      if count.missing > 0 {
        lines.append(
          count.missing == 1 ? Phrase("1 sample missing").text : Phrase("\(count.missing) samples missing").text)
      }
      let note = Phrase("An estimate; not validated for rings or daily life.")
      lines.append(terminal.paint(note.text, .faint))
    } else {
      let problem = Phrase("Steps cannot be counted in \(name): \(reason ?? Phrase("unknown")).")
      lines.append(VisibleText.printable(problem.text))
    }
    if let problem = summary.problem, reason != problem { lines.append(Phrase("Left out: \(problem)").text) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the plot of movement over time, with the bouts of walking.
  private func plot(_ count: StepCount, _ terminal: Terminal) -> [String] {
    let columns = min(terminal.width - 10, 100)
    let points = curve?.points ?? []
    guard terminal.usesUnicode, points.count > 1 else { return [] }
    let highest = points.lazy.map(\.value).filter(\.isFinite).max() ?? 1
    var plot = LinePlot(columns: columns, rows: 5, over: 0...seconds, values: 0...max(highest, 1))
    for point in points { plot.line(to: point.value, at: point.time) }
    var walking = [Character](repeating: " ", count: columns)
    for bout in count.bouts {
      let first = min(plot.column(of: bout.start), columns - 1)
      for column in first...max(first, min(plot.column(of: bout.end), columns - 1)) { walking[column] = "█" }
    }
    let labels = ["\(Int(highest.rounded())) mg", "", "", "", "0 mg"]
    return zip(labels, plot.lines).map { $0.rightAligned(in: 8) + " │" + $1 }
      + [
        Phrase("walking").text.rightAligned(in: 8) + " │" + String(walking),
        Self.axis(columns: columns, seconds: seconds),
      ]
  }

  private static func axis(columns: Int, seconds: Double) -> String {
    let start = "0:00"
    let end = time(seconds)
    return String(repeating: " ", count: 10) + start
      + String(repeating: " ", count: max(columns - start.count - end.count, 1)) + end
  }

  /// "12:05" or "1:02:03".
  static func time(_ seconds: Double) -> String {
    MeasureWording.clock(seconds: min(max(seconds, 0), 1e9)).text
  }
}
