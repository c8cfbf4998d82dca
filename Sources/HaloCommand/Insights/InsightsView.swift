import HaloHealth
import HaloInsights
import HaloReports

/// Draws a table of days with their metrics.
struct InsightsView {
  private let days: [DayInsights]
  /// The day that is shown in detail.
  private let detailedDay: DayReport?
  private let zones: [ZoneTimes?]
  private let gaps: [DerivedMetric: Phrase]
  private let coverage: [CalendarDate: DayCoverage]

  /// Returns the day to show in detail: the newest day with a value.
  static func shown(of days: [DayInsights]) -> DayInsights? { days.last { !$0.values.isEmpty } }

  /// - Parameter gaps: The reasons for missing values of the day that is shown in detail.
  init(
    _ days: [DayInsights], newest: DayReport?, zones: [ZoneTimes?], gaps: [DerivedMetric: Phrase],
    coverage: [CalendarDate: DayCoverage] = [:]
  ) {
    self.coverage = coverage
    detailedDay = newest
    self.days = days
    self.zones = zones
    self.gaps = gaps
  }

  func draw(on terminal: Terminal) -> String {
    var head = [
      Phrase(""), Phrase("asleep"), Phrase("naps"), Phrase("resting HR"), Phrase("HRV"), Phrase("steps"),
      Phrase("regularity"),
    ].map(\.text)
    var rows = days.map(row)
    if !days.contains(where: { $0.values[.timeNapping] != nil }) {
      head.remove(at: 2)
      for place in rows.indices { rows[place].remove(at: 2) }
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      cells.enumerated().map { column, cell in
        column == 0 ? cell.padded(to: widths[column]) : cell.rightAligned(in: widths[column])
      }.joined(separator: "  ")
    }
    var lines = [terminal.paint(line(head), .faint)]
    for (place, row) in rows.enumerated() {
      let account = days[place].nightAccount
      let isRare = days[place].trends.values.contains(where: \.isRare)
      let words = [
        account == .recorded ? nil : account.sentence.text,
        coverage[days[place].date].flatMap { CoverageReport($0).brief }.map { Phrase("steps \($0)").text },
      ].compactMap(\.self)
      let note = words.isEmpty ? "" : "  " + terminal.paint(words.joined(separator: "; "), .yellow)
      lines.append(isRare ? terminal.paint(line(row), .bold) + note : line(row) + note)
    }
    lines += [""] + newest(terminal)
    lines += zoneLines(terminal)
    let notes = Set(days.flatMap { $0.values.values.compactMap { InsightReport.methodNote(of: $0)?.text } }).sorted()
      .joined(separator: "; ")
    if !notes.isEmpty {
      lines += TextFormat.wrapped("* \(notes)", width: terminal.width).map { terminal.paint($0, .faint) }
    }
    if days.contains(where: { !$0.trends.isEmpty }) {
      lines.append(terminal.paint(Phrase("In brackets: the difference from your usual value.").text, .faint))
    }
    lines.append(
      terminal.paint(
        Phrase("Computed from measurements and estimates of the device; see docs/insights.md. Not medical advice.")
          .text,
        .faint))
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ day: DayInsights) -> [String] {
    func cell(_ metric: DerivedMetric, _ text: (Double) -> String) -> String {
      guard let value = day.values[metric] else { return "–" }
      let difference = day.trends[metric].map { trend in
        let shown = abs(trend.shownDifference)
        guard shown != 0 else { return " (0)" }
        let text = metric.unit == .minutes ? Self.hours(shown) : TextFormat.grouped(Int(shown))
        return " (\(trend.shownDifference > 0 ? "+" : "−")\(text))"
      }
      return text(value.value) + (InsightReport.methodNote(of: value) == nil ? "" : "*") + (difference ?? "")
    }
    return [
      TextFormat.shortDate(day.date), cell(.timeAsleep, Self.hours), cell(.timeNapping, Self.hours),
      cell(.restingHeartRate) { "\(Int($0.rounded()))" },
      cell(.nightHeartRateVariability) { "\(Int($0.rounded()))" }, cell(.dailySteps) { TextFormat.grouped(Int($0)) },
      cell(.sleepRegularity) { "\(Int($0.rounded()))" },
    ]
  }

  private func newest(_ terminal: Terminal) -> [String] {
    guard let day = Self.shown(of: days) else { return [] }
    let lines = FigureLines(detailedDay?.figures ?? [], night: day.nightAccount).lines + missing(day)
    return [terminal.paint(TextFormat.longDate(day.date), .bold)] + FigureLines.draw(lines, on: terminal) + [""]
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

  /// "7 h 05".
  private static func hours(_ minutes: Double) -> String {
    let minutes = Int(minutes.rounded())
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}
