/// Draws a device's battery report on a terminal.
struct BatteryView {
  let report: BatteryReport

  func draw(on terminal: Terminal) -> String {
    var terminal = terminal
    terminal.width = min(terminal.width, 78)
    func line(_ phrase: Phrase, indent: Int = 0) -> String {
      String(repeating: " ", count: indent) + VisibleText.printable(phrase.text)
    }
    var text = [
      terminal.paint(VisibleText.printable(report.name), .bold),
      terminal.paint(String(repeating: "─", count: min(terminal.width, 60)), .faint),
    ]
    guard let latest = report.latest else {
      let device = "\"\(report.name)\""
      let hint =
        report.hasReadings
        ? Phrase("See --days and --now.") : Phrase("'halo sync --device \(device)' reads the battery level.")
      return terminal.fitted((text + [line(Phrase("\(report.words) \(hint)"))]).joined(separator: "\n") + "\n")
    }
    let color: Terminal.Color = latest.percent <= 15 ? .red : latest.percent <= 30 ? .yellow : .green
    let level = Phrase("\(latest.words)  read \(MeasureWording.time(latest.time, now: report.now))").text
    let end = level.firstIndex(of: "%").map { level.index(after: $0) } ?? level.startIndex
    text.append(terminal.paint(String(level[..<end]), color) + level[end...])
    text += [line(report.words)] + [report.trend].compactMap { $0.map { line($0.words) } }
    text += [""] + chart(columns: max(8, min(terminal.width, 68) - 7), terminal) + [""]
    text.append(
      terminal.paint(Phrase("Energy use by feature").text, .bold) + terminal.paint(Phrase("  estimates").text, .faint))
    for habit in report.costs.habits {
      guard let words = habit.words else { continue }
      text +=
        [line(habit.title, indent: 2)] + [words, habit.change?.words].compactMap { $0.map { line($0, indent: 4) } }
    }
    if let rest = report.costs.restWords {
      text += [line(Phrase("everything else, and features that never changed"), indent: 2), line(rest, indent: 4)]
    }
    text += report.costs.unknown.map { terminal.paint(line($0, indent: 2), .faint) }
    if let notes = Phrase.sentences(report.notes) {
      text += ["", terminal.paint(line(notes), .faint)]
    }
    return terminal.fitted(text.joined(separator: "\n") + "\n")
  }

  /// Returns the chart of the readings, with a dot per reading.
  private func chart(columns: Int, _ terminal: Terminal) -> [String] {
    let readings = report.steady.filter { $0.time <= report.now }
    let first = readings.map(\.time).min() ?? report.now
    let span = Double(max(report.now - first, .hours(1)).milliseconds)
    var chart = DotChart(columns: columns, rows: 5, values: 0...100)
    for reading in readings {
      let minute = Int(Double(reading.time.milliseconds - first.milliseconds) / span * 1439)
      chart.mark(from: minute, to: minute + 1, low: reading.percent, high: reading.percent)
    }
    let begin = Phrase("\(first.wallClock.date, .day)").text
    return chart.drawn(
      ["100 %", "", "50 %", "", "0 %"], from: begin, to: Phrase("now").text, .green, on: terminal)
  }
}
