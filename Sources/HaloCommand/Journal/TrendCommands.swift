import ArgumentParser
import HaloHealth
import HaloJournal

/// How many days a trend has.
struct TrendOptions: ParsableArguments {
  @OptionGroup var days: DaysOptions

  @Option(name: .customLong("days"), help: "How many days.")
  var count: Int = 14

  func validate() throws {
    guard (1...3660).contains(count) else { throw ValidationError("--days is 1 to 3660.") }
  }

  /// The journal and its days, in order.
  func range() throws -> (journal: Journal, first: CalendarDate, last: CalendarDate) {
    let (journal, last) = try days.newest()
    return (journal, last.adding(days: 1 - count), last)
  }
}

/// `halo heart`: the heart rate day by day.
struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart", abstract: "Draw the heart rate day by day: lowest, mean and highest.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (journal, first, last) = try trend.range()
    let days = try report { try journal.trend(of: .heartRate, from: first, to: last, wearer: trend.days.wearer) }
    let terminal = Terminal.current()
    let (bottom, top) = (days.map(\.minimum).min() ?? 40, days.map(\.maximum).max() ?? 160)
    let width = max(10, min(60, terminal.width - 40))
    let lines = days.map { day in
      func column(_ value: Double) -> Int {
        top == bottom ? 0 : Int(((value - bottom) / (top - bottom) * Double(width - 1)).rounded())
      }
      let (low, mean, high) = (column(day.minimum), column(day.average), column(day.maximum))
      let bar = (0..<width).map { $0 == mean ? "●" : $0 >= low && $0 <= high ? "─" : " " }.joined()
      let numbers = "\(Int(day.minimum))–\(Int(day.maximum)), mean \(Words.number(day.average))"
      return "\(Words.shortDate(day.date))  \(terminal.paint(bar, .red))  \(numbers)"
    }
    let head = terminal.paint("Heart rate, bpm", .bold)
    try StandardOutput.write(text: ([head] + lines).joined(separator: "\n") + "\n")
  }
}

/// `halo steps`: steps day by day.
struct StepsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps", abstract: "Draw the steps day by day.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (journal, first, last) = try trend.range()
    let view = JournalDay(journal, wearer: trend.days.wearer)
    let terminal = Terminal.current()
    let days = try report {
      try stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { number in
        (
          date: CalendarDate(daysSince1970: number),
          steps: try view.summary(CalendarDate(daysSince1970: number)).movement?.steps
        )
      }
    }
    let most = max(days.compactMap(\.steps).max() ?? 0, 1)
    let width = max(10, min(60, terminal.width - 24))
    let lines = days.map { date, steps in
      let bar = steps.map { String(repeating: "█", count: $0 * width / most) } ?? ""
      return "\(Words.shortDate(date))  \(terminal.paint(bar, .green)) \(steps.map(Words.grouped) ?? "–")"
    }
    let known = days.compactMap(\.steps)
    let mean = known.isEmpty ? "" : "  \(Words.grouped(known.reduce(0, +) / known.count)) a day on average"
    try StandardOutput.write(
      text: ([terminal.paint("Steps", .bold) + terminal.paint(mean, .faint)] + lines).joined(separator: "\n") + "\n")
  }
}

/// `halo sleep`: the nights.
struct SleepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "Draw the nights and naps: when, how long, in which stages.",
    discussion: "EXIT STATUS: 0; 65 where the journal has nothing yet.")

  @OptionGroup var trend: TrendOptions

  func run() throws {
    let (journal, first, last) = try trend.range()
    let nights = try report { try journal.nights(from: first, to: last, wearer: trend.days.wearer) }
    let terminal = Terminal.current()
    guard !nights.isEmpty else {
      StandardError.write("halo: no night from \(first) to \(last) is in the journal.\n")
      throw ExitCode(EX.dataError)
    }
    let legend = SleepStage.allCases.map { stage in
      terminal.usesColor ? terminal.paint("█ \(Words.stage(stage))", Self.color(stage)) : Words.stage(stage)
    }.joined(separator: "  ")
    let width = max(12, min(48, terminal.width - 44))
    let lines = nights.map { night in
      let times = "\(night.start.time)–\(night.end.time)"
      let bar = Self.bar(night, columns: max(1, night.minutes * width / 600), terminal)
      let kind = night.kind == .nap ? "  nap" : ""
      return
        "\(Words.shortDate(night.end.date))  \(times)  \(bar.text)\(String(repeating: " ", count: max(1, width - bar.columns)))"
        + " \(Words.duration(night.minutesAsleep))\(kind)"
    }
    try StandardOutput.write(
      text: ([terminal.paint("Sleep", .bold) + "  " + legend] + lines).joined(separator: "\n") + "\n")
  }

  /// The night as one row of colours; without colours a letter a stage.
  private static func bar(_ night: Night, columns: Int, _ terminal: Terminal) -> (text: String, columns: Int) {
    let total = max(night.minutes, 1)
    var (minute, text, used) = (0, "", 0)
    for stretch in night.stages {
      minute += stretch.minutes
      let count = minute * columns / total - used
      guard count > 0 else { continue }
      used += count
      let letter = stretch.stage.map { String(Words.stage($0).prefix(1)) } ?? "·"
      let block = terminal.usesColor ? "█" : letter
      text +=
        stretch.stage.map { terminal.paint(String(repeating: block, count: count), color($0)) }
        ?? String(repeating: block, count: count)
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
