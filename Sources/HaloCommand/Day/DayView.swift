import HaloHealth
import HaloInsights

/// A day drawn in the terminal.
struct DayView {
  private let day: DaySummary
  /// What is said under the picture, a sentence a line.
  private let footer: [String]
  /// What was computed of the day; `nil` where that is not known.
  private let insights: DayInsights?

  init(_ day: DaySummary, insights: DayInsights? = nil, footer: [String]) {
    self.day = day
    self.insights = insights
    self.footer = footer
  }

  /// The whole picture, ending in a line break.
  func draw(on terminal: Terminal) -> String {
    let canvas = DayCanvas(terminal: terminal)
    let sections = [
      [movement(canvas)], day.nights.map { sleep($0, canvas) }, day.naps.map { sleep($0, canvas) },
      [
        series("Heart rate", .heartRate, .red, canvas), oxygen(canvas), series("Stress", .stress, .yellow, canvas),
        series("HRV", .heartRateVariability, .magenta, canvas),
        series("Skin temperature", .skinTemperature, .yellow, canvas), series("Speed", .speed, .green, canvas),
        series("Cadence", .cadence, .cyan, canvas), meaning(canvas),
      ],
    ].joined()
    var lines = [canvas.title(Words.longDate(day.date)), ""]
    for section in sections where !section.isEmpty { lines += section + [""] }
    return (lines + footer.flatMap(canvas.faint)).joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  private func movement(_ canvas: DayCanvas) -> [String] {
    guard let movement = day.movement else { return [] }
    var facts = [
      "\(Words.grouped(movement.steps)) steps", Words.distance(movement.meters),
      "\(Int(movement.kilocalories.rounded())) kcal",
    ]
    if let minutes = movement.activeMinutes { facts.append("\(minutes) min active") }
    let steps = day.samples[.steps] ?? []
    var lines = [canvas.heading("Movement", facts)]
    guard !steps.isEmpty else { return lines }
    let byHour = (0..<24).map { hour in
      steps.reduce(0.0) { $0 + ($1.start.time.hour == hour ? $1.value : 0) }
    }
    let bars = BarChart.lines(byHour, columnsPerHour: canvas.columnsPerHour, rows: 4)
    let highest = byHour.max() ?? 0
    lines += bars.enumerated().map { row, bar in
      canvas.row(label: row == 0 ? Words.grouped(Int(highest)) : "", bar, .green)
    }
    return lines + [canvas.dayAxis("steps an hour")]
  }

  private func sleep(_ night: Night, _ canvas: DayCanvas) -> [String] {
    let name = (night.kind == .night ? "Sleep" : "Nap") + (night.isDoubtful ? ", at a doubtful time" : "")
    let span = "\(night.start.time) – \(night.end.time)"
    guard night.hasStages else {
      return [canvas.heading(name, [span, Words.duration(night.minutes), "the ring gave no stages"])]
    }
    var lines = [canvas.heading(name, [span, "\(Words.duration(night.minutesAsleep)) asleep"])]
    let hypnogram = Hypnogram(night, columns: canvas.chartColumns)
    lines += Hypnogram.rows.map { stage in
      canvas.row(label: Self.name(stage), hypnogram.line(stage), Self.color(stage))
    }
    lines.append(canvas.axis(TimeAxis.night(night, columns: canvas.chartColumns)))
    let known = max(1, SleepStage.allCases.reduce(0) { $0 + night.minutes(in: $1) })
    let shares = Hypnogram.rows.reversed().map { stage in
      let minutes = night.minutes(in: stage)
      return "\(Self.name(stage)) \(Words.duration(minutes)) (\((minutes * 100 + known / 2) / known) %)"
    }
    return lines + canvas.wrapped(shares)
  }

  private func series(
    _ name: String, _ metric: Metric, _ color: Terminal.Color, _ canvas: DayCanvas
  ) -> [String] {
    guard let samples = day.samples[metric], let statistics = Statistics(samples) else { return [] }
    let unit = metric.unit.rawValue.isEmpty ? "" : " \(metric.unit.rawValue)"
    let facts = [
      "\(Words.number(statistics.minimum)) – \(Words.number(statistics.maximum))\(unit)",
      "average \(Words.number([.skinTemperature, .speed].contains(metric) ? statistics.average : statistics.average.rounded()))",
      Words.counted(samples.count, "measurement"),
    ]
    return chart(
      heading: canvas.heading(name, facts), ranges: samples.map { ($0.start.time.minutes, 0, $0.value, $0.value) },
      color, canvas)
  }

  private func oxygen(_ canvas: DayCanvas) -> [String] {
    let low = day.samples[.oxygenSaturationMinimum] ?? []
    let high = day.samples[.oxygenSaturationMaximum] ?? []
    guard let statistics = Statistics((low + high).map(\.value)) else { return [] }
    let hours = Dictionary(grouping: low + high, by: \.start).sorted { $0.key < $1.key }.map(\.value)
    let ranges = hours.compactMap { samples in
      Statistics(samples.map(\.value)).map { range in
        // A gap between hours, so that each is seen.
        (samples[0].start.time.minutes, samples[0].minutes - 20, range.minimum, range.maximum)
      }
    }
    let facts = [
      "\(Words.number(statistics.minimum)) – \(Words.number(statistics.maximum)) %",
      "\(Words.counted(hours.count, "hour"))",
    ]
    return chart(heading: canvas.heading("SpO₂", facts), ranges: ranges, .cyan, canvas)
  }

  private func chart(
    heading: String, ranges: [(minute: Int, length: Int, low: Double, high: Double)], _ color: Terminal.Color,
    _ canvas: DayCanvas
  ) -> [String] {
    guard let bottom = ranges.map(\.low).min(), let top = ranges.map(\.high).max() else { return [heading] }
    var dots = DotChart(columns: canvas.columnsPerHour * 24, rows: 4)
    for range in ranges {
      dots.mark(
        from: range.minute, to: range.minute + range.length, low: range.low, high: range.high, bottom: bottom, top: top)
    }
    let rows = dots.lines.enumerated().map { row, line in
      canvas.row(
        label: row == 0 ? Words.number(top) : row == 3 && bottom < top ? Words.number(bottom) : "", line, color)
    }
    return [heading] + rows + [canvas.dayAxis("")]
  }

  /// What the day means beside the wearer's others.
  private func meaning(_ canvas: DayCanvas) -> [String] {
    let lines = insights.map(InsightWords.lines) ?? []
    guard !lines.isEmpty else { return [] }
    let width = lines.map(\.label.count).max() ?? 0
    return [canvas.heading("Beside your other days", [])]
      + lines.map { label, words in
        let padding = String(repeating: " ", count: width - label.count)
        return "  " + canvas.terminal.paint(label + padding, .faint) + "  " + words
      }
  }

  // MARK: Words

  private static func name(_ stage: SleepStage) -> String {
    stage == .rem ? "REM" : stage.rawValue
  }

  private static func color(_ stage: SleepStage) -> Terminal.Color {
    switch stage {
    case .awake: .yellow
    case .rem: .cyan
    case .light: .brightBlue
    case .deep: .magenta
    }
  }
}
