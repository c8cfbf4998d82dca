import HaloHealth
import HaloReports

/// Draws a device's battery report on a terminal.
struct BatteryView {
  private static let labelWidth = 5
  let report: BatteryReport

  func draw(on terminal: Terminal) -> String {
    let width = min(terminal.width, 78)
    func lines(_ phrase: Phrase, indent: Int = 0, hanging: Int = 2) -> [String] {
      TextFormat.wrapped(TextFormat.printable(phrase.text), width: width - indent, indent: hanging).map {
        String(repeating: " ", count: indent) + $0
      }
    }
    var text = [
      terminal.paint(TextFormat.printable(report.name), .bold),
      terminal.paint(String(repeating: "─", count: min(width, 60)), .faint),
    ]
    guard let latest = report.latest else {
      let device = "\"\(report.name)\""
      let hint =
        report.hasReadings
        ? Phrase("See --days and --now.") : Phrase("'halo sync --device \(device)' reads the battery level.")
      return (text + TextFormat.wrapped(TextFormat.printable(Phrase("\(report.words) \(hint)").text), width: width))
        .joined(separator: "\n") + "\n"
    }
    let color: Terminal.Color = latest.percent <= 15 ? .red : latest.percent <= 30 ? .yellow : .green
    let level = Phrase("\(latest.words)  read \(MeasureWording.time(latest.time, now: report.now))").text
    text += TextFormat.wrapped(level, width: width, indent: 2)
    if let end = text[2].firstIndex(of: "%") {
      text[2] = terminal.paint(String(text[2][...end]), color) + text[2][end...].dropFirst()
    }
    text += lines(report.words) + (report.trend.map { lines($0.words) } ?? [])
    text += [""] + chart(columns: max(8, min(width, 68) - Self.labelWidth - 2), terminal) + [""]
    text.append(
      terminal.paint(Phrase("Energy use by feature").text, .bold) + terminal.paint(Phrase("  estimates").text, .faint))
    for habit in report.costs.habits {
      guard let words = habit.words else { continue }
      text += lines(habit.title, indent: 2) + lines(words, indent: 4)
      text += habit.change.map { lines($0.words, indent: 4) } ?? []
    }
    if let rest = report.costs.restWords {
      text += lines(Phrase("everything else, and features that never changed"), indent: 2) + lines(rest, indent: 4)
    }
    text += report.costs.unknown.flatMap { lines($0, indent: 2) }.map { terminal.paint($0, .faint) }
    if let notes = Phrase.sentences(report.notes) {
      text += [""] + lines(notes, hanging: 0).map { terminal.paint($0, .faint) }
    }
    return text.joined(separator: "\n") + "\n"
  }

  /// Returns the chart of the readings, with a dot per reading.
  private func chart(columns: Int, _ terminal: Terminal) -> [String] {
    let readings = report.steady.filter { $0.time <= report.now }
    let first = readings.map(\.time).min() ?? report.now
    let span = Double(max(report.now - first, .hours(1)).milliseconds)
    var chart = DotChart(columns: columns, rows: 5)
    for reading in readings {
      let minute = Int(Double(reading.time.milliseconds - first.milliseconds) / span * 1439)
      chart.mark(from: minute, to: minute + 1, low: reading.percent, high: reading.percent, bottom: 0, top: 100)
    }
    let rows = zip(["100 %", "", " 50 %", "", "  0 %"], chart.lines).map { label, line in
      let label = label.padded(to: Self.labelWidth)
      return terminal.paint(label + " │", .faint)
        + terminal.paint(String(line.reversed().drop { $0 == " " }.reversed()), .green)
    }
    let (begin, end) = (Phrase("\(first.wallClock.date, .day)").text, Phrase("now").text)
    let gap = max(1, columns - begin.count - end.count)
    let axis = String(repeating: " ", count: Self.labelWidth + 2) + begin + String(repeating: " ", count: gap) + end
    return rows + [terminal.paint(axis, .faint)]
  }
}
