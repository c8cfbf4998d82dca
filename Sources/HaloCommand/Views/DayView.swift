/// A day drawn in the terminal.
struct DayView {
  let day: DayReport
  /// The notes below the charts, one sentence per line.
  let footer: [String]

  /// Returns the whole drawing, ending in a line break.
  func draw(on terminal: Terminal) -> String {
    let canvas = DayCanvas(terminal: terminal)
    let sections = [
      [movement(canvas)], day.nights.map { sleep($0, canvas) }, day.naps.map { sleep($0, canvas) },
      day.series.filter { $0.id != .steps }.map { chart($0, canvas) } + [figures(canvas)],
    ].joined()
    var lines = [canvas.title(Wording.current.date(day.date, .long)), ""]
    for section in sections where !section.isEmpty { lines += section + [""] }
    return (lines + footer.flatMap(canvas.faint)).joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  private func movement(_ canvas: DayCanvas) -> [String] {
    guard day.movement != nil else { return [] }
    func text(_ figure: FigureID) -> String? { day.figure(figure)?.text?.text }
    let facts = [
      text(.steps).map { Phrase("\($0) steps").text }, text(.distance), text(.energy),
      text(.activeMinutes).map { Phrase("\($0) active").text },
    ]
    var lines = [canvas.heading(Phrase("Movement").text, facts.compactMap(\.self))]
    guard let steps = day.series(.steps) else { return lines }
    var byHour = [Double](repeating: 0, count: 24)
    for index in steps.times.indices { byHour[steps.time(at: index).time.hour] += steps.low[index] }
    let bars = BarChart.lines(byHour, columnsPerHour: canvas.columnsPerHour, rows: 4)
    let highest = byHour.max() ?? 0
    lines += bars.enumerated().map { row, bar in
      canvas.row(label: row == 0 ? TextFormat.grouped(Int(highest)) : "", bar, .green)
    }
    return lines + [canvas.dayAxis(Phrase("steps per hour").text)]
  }

  private func sleep(_ sleep: SleepReport, _ canvas: DayCanvas) -> [String] {
    let kind = sleep.kind == .night ? Phrase("Sleep") : Phrase("Nap")
    let name = (sleep.doubtful ? Phrase("\(kind), time uncertain") : kind).text
    let span = Phrase("\(sleep.start.time) – \(sleep.end.time)").text
    guard sleep.hasStages else {
      return [
        canvas.heading(
          name,
          [
            span, MeasureWording.duration(minutes: sleep.minutesAsleep).text,
            Phrase("the device reported no stages").text,
          ])
      ]
    }
    var lines = [
      canvas.heading(name, [span, Phrase("\(MeasureWording.duration(minutes: sleep.minutesAsleep)) asleep").text])
    ]
    let hypnogram = Hypnogram(sleep, columns: canvas.chartColumns)
    lines += Hypnogram.rows.map { stage in
      canvas.row(label: stage.title.text, hypnogram.line(stage), Self.color(stage))
    }
    lines.append(canvas.axis(TimeAxis.night(sleep, columns: canvas.chartColumns)))
    let known = max(1, SleepStage.allCases.reduce(0) { $0 + sleep.minutes(in: $1) })
    let shares = Hypnogram.rows.reversed().map { stage in
      let minutes = sleep.minutes(in: stage)
      return
        "\(stage.title.text) \(MeasureWording.duration(minutes: minutes).text) (\((minutes * 100 + known / 2) / known) %)"
    }
    return lines + canvas.wrapped(shares)
  }

  /// A metric's values, with their range and their average.
  private func chart(_ series: SeriesReport, _ canvas: DayCanvas) -> [String] {
    func label(_ value: Double) -> String { MeasureWording.amount(value, of: series.metric).text }
    let facts = [
      MeasureWording.range(series.minimum, series.maximum, of: series.metric).text,
      MeasureWording.average(series.average, of: series.metric).text,
      (series.count == 1 ? Phrase("1 measurement") : Phrase("\(series.count) measurements")).text,
    ]
    // Leave a gap between intervals, so that each is visible.
    let length = series.chart == .range ? max((series.interval ?? 0) / 60 - 20, 0) : 0
    let bottom = series.minimum
    let top = series.maximum
    var dots = DotChart(columns: canvas.columnsPerHour * 24, rows: 4, values: bottom...top)
    for index in series.times.indices {
      let minute = series.time(at: index).time.minutes
      dots.mark(from: minute, to: minute + length, low: series.low[index], high: series.high(at: index))
    }
    let heading = canvas.heading(series.name.text, facts)
    let color = Self.color(series.id)
    let rows = dots.lines.enumerated().map { row, line in
      canvas.row(label: row == 0 ? label(top) : row == 3 && bottom < top ? label(bottom) : "", line, color)
    }
    return [heading] + rows + [canvas.dayAxis("")]
  }

  /// The day's metrics that no chart shows, compared with the wearer's usual values.
  private func figures(_ canvas: DayCanvas) -> [String] {
    let lines = FigureLines(day.figures, night: day.night).lines
    guard !lines.isEmpty else { return [] }
    return [canvas.heading(Phrase("Compared with your other days").text, [])]
      + FigureLines.draw(lines, on: canvas.terminal)
  }

  // MARK: Words

  static func color(_ metric: Metric) -> Terminal.Color {
    switch metric {
    case .heartRate: .red
    case .heartRateVariability: .magenta
    case .oxygenSaturation, .cadence: .cyan
    case .stress, .skinTemperature, .inclination, .resistance: .yellow
    default: .green
    }
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
