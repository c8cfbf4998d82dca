/// Draws a table of days with their metrics.
struct InsightsView {
  let days: [DayInsights]
  /// The day that is shown in detail.
  let detailedDay: DayReport?
  let zones: [ZoneTimes?]
  /// The reasons for missing values of the day that is shown in detail.
  let gaps: [DerivedMetric: Phrase]
  let coverage: [CalendarDate: DayCoverage]

  /// Returns the day to show in detail: the newest day with a value.
  static func shown(of days: [DayInsights]) -> DayInsights? { days.last { !$0.values.isEmpty } }

  func draw(on terminal: Terminal) -> String {
    let metrics = Self.columns.filter { $0.0 != .timeNapping || days.contains { $0.values[.timeNapping] != nil } }
    let table = DayTable.lines(
      labels: days.map { Wording.current.date($0.date, .short) },
      columns: metrics.map { metric, title in (title, "", days.map { Self.cell(metric, $0) }) },
      width: terminal.width)
    var lines = table.head.map { terminal.paint($0, .faint) }
    for (day, row) in zip(days, table.rows) {
      let words = [
        day.nightAccount == .recorded ? nil : day.nightAccount.sentence,
        coverage[day.date].flatMap { CoverageReport($0).brief },
      ].compactMap { $0?.text }.joined(separator: " · ")
      let isRare = day.trends.values.contains(where: \.isRare)
      let note = words.isEmpty ? "" : "  " + terminal.paint(words, .yellow)
      lines.append((isRare ? terminal.paint(row, .bold) : row) + note)
    }
    lines += table.hidden.map { terminal.paint($0, .faint) }
    lines += [""] + newest(terminal)
    lines += zoneLines(terminal)
    let notes = Set(days.flatMap { $0.values.values.compactMap { InsightReport.methodNote(of: $0)?.text } }).sorted()
      .joined(separator: "; ")
    if !notes.isEmpty { lines.append(terminal.paint("* \(notes)", .faint)) }
    if days.contains(where: { !$0.trends.isEmpty }) {
      lines.append(terminal.paint(Phrase("In brackets: the difference from your usual value.").text, .faint))
    }
    lines.append(
      terminal.paint(
        Phrase("Computed from measurements and estimates of the device; see docs/insights.md. Not medical advice.")
          .text,
        .faint))
    return terminal.fitted(lines.joined(separator: "\n") + "\n")
  }

  private static let columns: [(DerivedMetric, Phrase)] = [
    (.timeAsleep, Phrase("asleep")), (.timeNapping, Phrase("naps")), (.restingHeartRate, Phrase("resting HR")),
    (.nightHeartRateVariability, Phrase("HRV")), (.dailySteps, Phrase("steps")),
    (.sleepRegularity, Phrase("regularity")),
  ]

  /// Returns a value, the mark of an unusual method, and the difference from the usual value.
  private static func cell(_ metric: DerivedMetric, _ day: DayInsights) -> String {
    func text(_ value: Double) -> String {
      metric.unit == .minutes ? MeasureWording.value(value, of: metric).text : TextFormat.grouped(Int(value.rounded()))
    }
    guard let value = day.values[metric] else { return "–" }
    let difference = day.trends[metric].map { trend in
      let shown = trend.shownDifference
      return shown == 0 ? " (0)" : " (\(shown > 0 ? "+" : "−")\(text(abs(shown))))"
    }
    return text(value.value) + (InsightReport.methodNote(of: value) == nil ? "" : "*") + (difference ?? "")
  }

  private func newest(_ terminal: Terminal) -> [String] {
    guard let day = Self.shown(of: days) else { return [] }
    let lines = FigureLines(detailedDay?.figures ?? [], night: day.nightAccount).lines + missing(day)
    return [terminal.paint(Wording.current.date(day.date, .long), .bold)] + FigureLines.draw(lines, on: terminal) + [""]
  }

  /// Returns a line for each common metric that the day does not have, with the reason.
  private func missing(_ day: DayInsights) -> [(label: String, words: String)] {
    let usual = [
      DerivedMetric.restingHeartRate, .nightHeartRateVariability, .timeAsleep, .dailySteps, .sleepRegularity,
    ]
    var lines = usual.compactMap { metric -> (label: String, words: String)? in
      guard day.values[metric] == nil, let gap = gaps[metric] else { return nil }
      return (metric.title.text, "– \(gap.text)")
    }
    // Combine metrics with the same reason into one line.
    let gapsOfTrends = Dictionary(grouping: usual.filter { day.withoutTrend[$0] != nil }) {
      day.withoutTrend[$0]?.phrase.text ?? ""
    }
    for (gap, metrics) in gapsOfTrends.sorted(by: { $0.key < $1.key }) {
      lines.append((Phrase("Your usual").text, "– \(gap) (\(metrics.map(\.title.text).joined(separator: ", ")))"))
    }
    return lines
  }

  private func zoneLines(_ terminal: Terminal) -> [String] {
    let known = zip(days, zones).compactMap { day, times in times.map { (day.date, $0) } }
    guard let zones = known.first?.1.zones else { return [] }
    let highest = MeasureWording.number(zones.maximum)
    let basis =
      zones.isEstimate
      ? Phrase("highest heart rate \(highest) bpm, estimated from the age, often off by 10 bpm")
      : Phrase("highest heart rate \(highest) bpm")
    let head = "\(terminal.paint(Phrase("Minutes in zones").text, .bold))  \(terminal.paint(basis.text, .faint))"
    return [head]
      + known.map { date, times in
        let parts = HeartRateZones.all.map { zone -> String in
          let text = "\(zone): \(Int(times.minutes[zone].rounded()))"
          return terminal.paint(
            text.padded(to: 7), HeartRateZones.color(of: zone))
        }.joined()
        let measured = MeasureWording.duration(minutes: Int(times.measured.rounded()))
        return Phrase("\(date, .short)  \(parts)  of \(measured) measured").text
      } + [""]
  }
}
