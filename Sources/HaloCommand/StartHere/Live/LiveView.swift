import Synchronization

/// Shows a live measurement: a line that is updated on a terminal, otherwise one line per reading.
final class LiveView: Sendable {
  private struct State {
    var count = 0
    var report: LiveReport?
    var time = WallTime.system
    var line: Sparkline
    var lastLine = ""
    /// The key of the last note: its numbers change with each reading.
    var lastNote: String?
    /// The second of the warm-up for which a line was last written to a file.
    var lastWarmUp: Int?
  }

  /// Seconds between two lines about the warm-up in a file.
  private static let pause = 5

  private let quantity: Metric
  /// The line that is updated.
  let display: ResultLine
  private var terminal: Terminal { display.terminal }
  private let state: Mutex<State>

  init(_ quantity: Metric, json: Bool) {
    self.quantity = quantity
    display = ResultLine(json: json)
    // 42 columns are reserved for the value and the interval between beats.
    state = Mutex(State(line: Sparkline(width: min(32, max(0, display.terminal.width - 42)))))
  }

  /// Begins the report of the measurement by `device`.
  func begin(_ device: String, _ family: WearableFamily, usualSeconds: Int?, time: WallTime) {
    let report = LiveReport(quantity, device: device, kind: family.kind, usualSeconds: usualSeconds)
    state.withLock { ($0.report, $0.time) = (report, time) }
  }

  /// The number of readings.
  var count: Int { state.withLock { $0.count } }

  /// True if a device was connected, so that there is a result to print.
  var hasBegun: Bool { state.withLock { $0.report?.began != nil } }

  /// Notes a change of the link in the report, and shows it on a terminal.
  func note(_ event: LinkEvent) {
    state.withLock { state in
      switch event {
      case .connected: state.report?.connect(at: state.time.moment)
      case .connecting, .interrupted: state.report?.disconnect()
      }
    }
    if let words = event.words { display.note(words) }
  }

  /// Updates the elapsed time of the warm-up, and the age of a value that is no longer current.
  func tick() {
    guard display.isShown else { return }
    let text = state.withLock { state -> String? in
      guard let report = state.report else { return nil }
      if case .stale = report.freshness(at: state.time.moment) { return line(state, nil) }
      return report.state == .warmingUp ? line(state, nil) : nil
    }
    if let text { try? display.draw(text) }
  }

  func show(_ reading: LiveReading) throws {
    let (text, report, time) = state.withLock { state in
      state.count += 1
      state.report?.take(reading, at: state.time.moment)
      if let value = state.report?.value { state.line.add(value) }
      return (line(state, reading), state.report, state.time)
    }
    if display.isJSON {
      return try StandardOutput.write(json: reading.fields(report, time: TextFormat.timestamp(time)))
    }
    guard !display.isShown else { return try display.draw(text) }
    if let note = reading.note, state.withLock({ $0.lastNote != note.key && $0.report?.state != .noData }) {
      state.withLock { $0.lastNote = note.key }
      try StandardOutput.write(text: Phrase("note: \(note)").text + "\n")
    }
    // In a file, skip repeated lines, and write only one line per `pause` during the warm-up.
    let isNew = state.withLock { state in
      defer { state.lastLine = text }
      guard state.report?.state == .warmingUp, let seconds = state.report?.seconds(at: time.moment) else {
        return state.lastLine != text
      }
      guard state.lastWarmUp.map({ seconds >= $0 + Self.pause }) ?? true else { return false }
      state.lastWarmUp = seconds
      return true
    }
    if isNew { try StandardOutput.write(text: text + "\n") }
  }

  /// Prints the summary of the measurement.
  func conclude() throws {
    display.clear()
    let (report, time) = state.withLock { ($0.report, $0.time) }
    let words = report?.summary(at: time.moment).text
    guard let report, let words, report.hasValues else {
      throw Failure(EX.dataError, words.map { Phrase(verbatim: $0) } ?? Phrase("no device was connected."))
    }
    if !display.isJSON { try StandardOutput.write(text: words + "\n") }
  }

  private func line(_ state: State, _ reading: LiveReading?) -> String {
    guard let report = state.report else { return "" }
    guard let value = report.valueWords?.text else {
      return terminal.paint(report.words(at: state.time.moment).text, .yellow)
    }
    let isPlain = !report.isSettling && report.freshness(at: state.time.moment) == .fresh
    let text =
      terminal.paint(value, .bold)
      + (isPlain ? "" : "  " + terminal.paint(report.words(at: state.time.moment).text, .yellow))
    if let totals = reading?.totals {
      let rest =
        Phrase(
          "\(MeasureWording.distance(Double(totals.meters))) · \(MeasureWording.number(totals.kilocalories)) kcal · \(totals.activeMinutes) min active"
        ).text
      return "\(text)  \(terminal.paint(rest, .faint))"
    }
    let variability =
      quantity == .heartRate
      ? report.rmssd.map { "  RMSSD \(MeasureWording.value($0, of: Metric.heartRateVariabilityRMSSD).text)" } ?? "" : ""
    let beat = (reading?.beatIntervalMilliseconds.map { Phrase("  \($0) ms between beats").text } ?? "") + variability
    return
      "\(text)\(display.isShown ? "  " + terminal.paint(state.line.draw(in: report.scale), .red) : "")\(terminal.paint(beat, .faint))"
  }
}

extension LiveReading {
  /// The reading as printed by `halo live --json`. Only a heart-rate monitor reports every beat. `settling` is true
  /// while the value still climbs to its level.
  fileprivate func fields(_ report: LiveReport?, time: String) -> JSONFields {
    let isMonitor = report?.kind == .strap
    let (word, value): (String, Double?) =
      switch state {
      case .warmingUp: ("warmingUp", nil)
      case .notWorn: ("notWorn", nil)
      case .noData: ("noData", nil)
      case .restarted: ("restarted", nil)
      case .value(let measured): ("ok", isMonitor ? measured.rounded(parts: 10) : measured)
      }
    return [
      "time": time, "state": word, "value": value, "settling": report?.isSettling == true ? true : nil,
      "beatIntervalMilliseconds": isMonitor ? nil : beatIntervalMilliseconds,
      "beatIntervalsMilliseconds": isMonitor && !beatIntervals.isEmpty
        ? beatIntervals.map { $0.rounded(parts: 10) } : nil,
      "rmssdMilliseconds": rmssd?.rounded(parts: 10), "note": note, "energyKilojoules": kilojoules,
      "meters": totals?.meters, "kilocalories": totals?.kilocalories, "activeMinutes": totals?.activeMinutes,
    ]
  }
}
