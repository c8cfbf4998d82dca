import HaloHealth

/// A day drawn in the terminal.
struct DayView {
  private let day: DaySummary
  private let counts: DayRecording.Counts
  private let today: CalendarDate
  private let otherDates: [CalendarDate]
  private let file: String

  init(_ day: DaySummary, counts: DayRecording.Counts, today: CalendarDate, otherDates: [CalendarDate], file: String) {
    self.day = day
    self.counts = counts
    self.today = today
    self.otherDates = otherDates
    self.file = file
  }

  /// The whole picture, ending in a line break.
  func draw(on terminal: Terminal) -> String {
    let canvas = DayCanvas(terminal: terminal)
    let sections = [
      [movement(canvas)], day.nights.map { sleep($0, canvas) }, day.naps.map { sleep($0, canvas) },
      [
        series("Heart rate", .heartRate, .red, canvas), oxygen(canvas), series("Stress", .stress, .yellow, canvas),
        series("HRV", .heartRateVariability, .magenta, canvas),
        series("Skin temperature", .skinTemperature, .yellow, canvas),
      ],
    ].joined()
    var lines = [canvas.title(Self.longDate(day.date)), ""]
    for section in sections where !section.isEmpty { lines += section + [""] }
    return (lines + footer(canvas)).joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  private func movement(_ canvas: DayCanvas) -> [String] {
    guard let movement = day.movement else { return [] }
    var facts = [
      "\(Self.grouped(movement.steps)) steps", Self.distance(movement.meters),
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
      canvas.row(label: row == 0 ? Self.grouped(Int(highest)) : "", bar, .green)
    }
    return lines + [canvas.dayAxis("steps an hour")]
  }

  private func sleep(_ night: Night, _ canvas: DayCanvas) -> [String] {
    let name = night.kind == .night ? "Sleep" : "Nap"
    let span = "\(night.start.time) – \(night.end.time)"
    guard night.stages.contains(where: { $0.stage != nil }) else {
      return [canvas.heading(name, [span, Self.duration(night.minutes), "the ring gave no stages"])]
    }
    var lines = [canvas.heading(name, [span, "\(Self.duration(night.minutesAsleep)) asleep"])]
    let hypnogram = Hypnogram(night, columns: canvas.chartColumns)
    lines += Hypnogram.rows.map { stage in
      canvas.row(label: Self.name(stage), hypnogram.line(stage), Self.color(stage))
    }
    lines.append(canvas.axis(TimeAxis.night(night, columns: canvas.chartColumns)))
    let known = max(1, SleepStage.allCases.reduce(0) { $0 + night.minutes(in: $1) })
    let shares = Hypnogram.rows.reversed().map { stage in
      let minutes = night.minutes(in: stage)
      return "\(Self.name(stage)) \(Self.duration(minutes)) (\((minutes * 100 + known / 2) / known) %)"
    }
    return lines + canvas.wrapped(shares)
  }

  private func series(
    _ name: String, _ metric: Metric, _ color: Terminal.Color, _ canvas: DayCanvas
  ) -> [String] {
    guard let samples = day.samples[metric], let statistics = Statistics(samples.map(\.value)) else { return [] }
    let unit = metric.unit.rawValue.isEmpty ? "" : " \(metric.unit.rawValue)"
    let facts = [
      "\(Self.number(statistics.minimum)) – \(Self.number(statistics.maximum))\(unit)",
      "average \(Self.number(metric == .skinTemperature ? statistics.average : statistics.average.rounded()))",
      Self.counted(samples.count, "measurement"),
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
      "\(Self.number(statistics.minimum)) – \(Self.number(statistics.maximum)) %",
      "\(Self.counted(hours.count, "hour"))",
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
      canvas.row(label: row == 0 ? Self.number(top) : row == 3 && bottom < top ? Self.number(bottom) : "", line, color)
    }
    return [heading] + rows + [canvas.dayAxis("")]
  }

  private func footer(_ canvas: DayCanvas) -> [String] {
    var lines = canvas.faint(Self.readSentence(counts) + " Times are the ring's own; its today was \(today).")
    if !otherDates.isEmpty {
      let dates = otherDates.map(\.description).joined(separator: ", ")
      lines += canvas.faint("\(file) also holds \(dates): choose with --date.")
    }
    return lines
  }

  // MARK: Words

  /// "43 frames read: 8 messages understood, 1 unknown."
  static func readSentence(_ counts: DayRecording.Counts) -> String {
    var parts = ["\(counted(counts.messages, "message")) understood"]
    if counts.unknown > 0 { parts.append("\(counts.unknown) unknown") }
    if counts.corrupt > 0 { parts.append("\(counts.corrupt) damaged") }
    if counts.incomplete > 0 { parts.append("\(counts.incomplete) unfinished") }
    if counts.notHexadecimal > 0 { parts.append("\(counted(counts.notHexadecimal, "line")) not hexadecimal") }
    return "\(counted(counts.frames, "frame")) read: \(parts.joined(separator: ", "))."
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func longDate(_ date: CalendarDate) -> String {
    let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return "\(weekdays[date.weekday]), \(date.day) \(months[date.month - 1]) \(date.year)"
  }

  static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: position))
      position -= 3
    }
    return digits
  }

  /// At most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(abs(tenths % 10))"
  }

  private static func distance(_ meters: Int) -> String {
    meters < 1000 ? "\(meters) m" : "\(meters / 1000).\(meters % 1000 / 100) km"
  }

  private static func duration(_ minutes: Int) -> String {
    minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

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
