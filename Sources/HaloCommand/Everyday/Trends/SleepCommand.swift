/// `halo sleep`: draws nights and naps.
struct SleepCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "Draw nights and naps with their times and stages.",
    discussion: """
      EXAMPLES:
        halo sleep --days 30
        halo sleep --json | jq .averages.asleep.value

      EXIT STATUS: 0; 65 if the journal has no data yet, or, without --json, no night in that time.
      """)

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (reports, first, last) = try trend.reports()
    let span = try reports.nights(from: first, to: last, .samples)
    if trend.json { return try StandardOutput.write(json: span) }
    let terminal = Terminal.current()
    let sleeps = span.sleeps ?? []
    guard !sleeps.isEmpty else {
      StandardError.report("the journal has no night from \(first.description) to \(last.description).")
      for line in Self.missing(span.nights, terminal) { StandardError.write(terminal.fitted(line) + "\n") }
      throw Failure(EX.dataError)
    }
    let legend = SleepStage.allCases.map { stage in
      let name = stage.title.text
      return terminal.usesColor ? terminal.paint("█ \(name)", Self.color(stage)) : "\(name.prefix(1)) \(name)"
    }.joined(separator: "  ")
    let texts = sleeps.map { sleep in
      let kind =
        (sleep.kind == .nap ? "  " + Phrase("nap").text : "")
        + (sleep.doubtful ? "  " + Phrase("time uncertain").text : "")
      return (
        day:
          "\(Wording.current.date(sleep.end.date, .short))  \(Phrase("\(sleep.start.time)–\(sleep.end.time)").text)  ",
        asleep: " \(MeasureWording.duration(minutes: sleep.minutesAsleep).text)\(kind)"
      )
    }
    let width = terminal.room(beside: texts.map { $0.day + $0.asleep }, most: 48)
    let longest = max(600, sleeps.map(\.minutes).max() ?? 0)
    let lines = zip(texts, sleeps).map { text, sleep in
      let bar = Self.bar(sleep, columns: max(1, sleep.minutes * width / longest), terminal)
      return text.day + bar.text + String(repeating: " ", count: width - bar.columns) + text.asleep
    }
    let missing = Self.missing(span.nights, terminal)
    let summary = span.summary.map { ["", $0.text] } ?? []
    let newest = try span.nights.asleep.lastIndex { $0 != nil }.map {
      try Self.newest(span.nights.date[$0], reports, terminal)
    }
    try StandardOutput.write(
      text: terminal.fitted(
        ([terminal.paint(Phrase("Sleep").text, .bold) + "  " + legend] + lines
          + (missing.isEmpty ? [] : [""] + missing) + summary + (newest ?? [])).joined(separator: "\n") + "\n"))
  }

  /// Returns a line for each missing night, with the reason.
  private static func missing(_ nights: SleepPeriodReport.Nights, _ terminal: Terminal) -> [String] {
    zip(nights.date, nights.accountWords).compactMap { date, words in
      words.map { "\(Wording.current.date(date, .short))  \(terminal.paint($0.text, .yellow))" }
    }
  }

  /// Returns the newest night's metrics, compared with the other nights.
  private static func newest(_ date: CalendarDate, _ reports: Reports, _ terminal: Terminal) throws -> [String] {
    let night = try reports.night(date)
    let lines = FigureLines(night.figures, night: night.account.kind).lines
    return ["", Phrase("The night to \(date, .full), by the device's sleep stages, which are an estimate:").text]
      + FigureLines.draw(lines, on: terminal)
  }

  /// Returns the sleep as one row: colors for stages, or a letter per stage without color.
  private static func bar(_ sleep: SleepReport, columns: Int, _ terminal: Terminal) -> (text: String, columns: Int) {
    let total = max(sleep.minutes, 1)
    var minute = 0
    var text = ""
    var used = 0
    for stretch in sleep.stages {
      minute += stretch.minutes
      let count = minute * columns / total - used
      guard count > 0 else { continue }
      used += count
      let letter = stretch.stage.map { String($0.title.text.prefix(1)) } ?? "·"
      let block = String(repeating: terminal.usesColor ? "█" : letter, count: count)
      text += stretch.stage.map { terminal.paint(block, color($0)) } ?? block
    }
    return (text, used)
  }

  private static func color(_ stage: SleepStage) -> Terminal.Color {
    switch stage {
    case .deep: .blue
    case .light: .brightBlue
    case .rem: .magenta
    case .awake: .yellow
    }
  }
}
