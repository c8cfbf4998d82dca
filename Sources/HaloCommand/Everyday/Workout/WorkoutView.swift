/// Draws a workout as text and charts.
struct WorkoutView {
  let report: WorkoutReport

  func draw(on terminal: Terminal) -> String {
    let names = [report.device, report.machine, report.heart].compactMap(\.self)
    let devices = Set(names).sorted().map { VisibleText.printable($0) }
    let begin = report.start.wallClock
    let end = report.end.wallClock
    let times = Phrase("\(begin.time)–\(end.time)").text
    var lines = [
      terminal.paint(report.name.text, .bold) + "  " + Phrase("\(begin.date, .long)").text,
      ([times] + devices).joined(separator: "  "), "",
    ]
    lines += FigureLines.draw(FigureLines(report.figures, night: nil, charted: []).lines, on: terminal)
    if let reason = report.heartRateReason { lines.append(reason.text) }
    // What never changed is among the figures.
    for series in report.series ?? [] where series.id == .heartRate || series.minimum < series.maximum {
      lines += [
        "", "\(series.name.text), \(MeasureWording.range(series.minimum, series.maximum, of: series.metric).text)",
      ]
      lines += chart(series, terminal)
    }
    lines.append("")
    if let zones = report.zones {
      lines += Self.bars(zones, terminal)
    } else if let reason = report.zonesReason, report.series(.heartRate) != nil {
      lines.append(terminal.paint(reason.text, .faint))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns bars of the time in each zone, the highest zone first.
  private static func bars(_ zones: ZonesReport, _ terminal: Terminal) -> [String] {
    let shown = zones.zones.reversed().filter { $0.zone > 0 || $0.seconds >= 1 }
    let longest = max(zones.zones.map(\.seconds).max() ?? 1, 1)
    let labels = shown.map { ($0.zone == 0 ? "" : $0.name.text, $0.range.text) }
    let names = labels.map(\.0.count).max() ?? 0
    let ranges = labels.map(\.1.count).max() ?? 0
    let width = max(4, min(40, terminal.width - names - ranges - 14))
    return zip(shown, labels).map { zone, label in
      let bar = String(repeating: "█", count: Int((zone.seconds / longest * Double(width)).rounded()))
      return label.0.padded(to: names) + "  " + label.1.padded(to: ranges) + "  "
        + terminal.paint(bar.padded(to: width), HeartRateZones.color(of: zone.zone))
        + " " + MeasureWording.clock(seconds: zone.seconds).text
    } + [terminal.paint(terminal.fitted(zones.note.text), .faint)]
  }

  /// Returns the chart of a metric.
  private func chart(_ series: SeriesReport, _ terminal: Terminal) -> [String] {
    let columns = max(16, min(64, terminal.width - 10))
    var chart = DotChart(columns: columns, rows: 5, values: series.minimum...series.maximum)
    let elapsed = Double((report.end - report.start).milliseconds) / 1000
    let length = max(Int(elapsed), 1)
    for (index, time) in series.times.enumerated() {
      // The chart's time axis is a day; scale the workout to it.
      let minute = time * 1440 / length
      chart.mark(from: minute, to: minute, low: series.low[index], high: series.high(at: index))
    }
    let top = MeasureWording.amount(series.maximum, of: series.metric).text
    let bottom = MeasureWording.amount(series.minimum, of: series.metric).text
    return chart.drawn(
      [top] + [String](repeating: "", count: chart.lines.count - 2) + [bottom], from: "0:00",
      to: MeasureWording.clock(seconds: elapsed).text,
      DayView.color(series.id), on: terminal)
  }
}
