import ArgumentParser
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import HaloReports

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
      for line in try meaning(journal, first, last, terminal).dropFirst() { StandardError.write(line + "\n") }
      throw ExitCode(EX.dataError)
    }
    let legend = SleepStage.allCases.map { stage in
      terminal.usesColor ? terminal.paint("█ \(Words.stage(stage))", Self.color(stage)) : Words.stage(stage)
    }.joined(separator: "  ")
    let width = max(12, min(48, terminal.width - 44))
    let lines = nights.map { night in
      let times = "\(night.start.time)–\(night.end.time)"
      let bar = Self.bar(night, columns: max(1, night.minutes * width / 600), terminal)
      let kind = (night.kind == .nap ? "  nap" : "") + (night.isDoubtful ? "  at a doubtful time" : "")
      return
        "\(Words.shortDate(night.end.date))  \(times)  \(bar.text)\(String(repeating: " ", count: max(1, width - bar.columns)))"
        + " \(Words.duration(night.minutesAsleep))\(kind)"
    }
    let meaning = try meaning(journal, first, last, terminal)
    try StandardOutput.write(
      text: ([terminal.paint("Sleep", .bold) + "  " + legend] + lines + meaning).joined(separator: "\n") + "\n")
  }

  /// What became of nights that are not there, and what the newest one is beside the others.
  private func meaning(
    _ journal: Journal, _ first: CalendarDate, _ last: CalendarDate, _ terminal: Terminal
  ) throws -> [String] {
    guard let wearer = try trend.days.wearer ?? report({ try journal.wearers() }).first else { return [] }
    let days = try report { try journal.insights(of: wearer, from: first, to: last) }.drop { $0.values.isEmpty }
    let missing = days.filter { $0.values[.nightAccount] != nil && $0.nightAccount != .recorded }
    var lines = missing.map { day in
      "\(Words.shortDate(day.date))  \(terminal.paint(day.nightAccount.sentence.text, .yellow))"
    }
    if !lines.isEmpty { lines.insert("", at: 0) }
    guard let newest = days.last(where: { $0.timeAsleep != nil }) else { return lines }
    let night = try report { try Reports(journal: journal, wearer: wearer).night(newest.date) }
    let shown = FigureLines(night.figures, night: night.account.kind).lines
    let width = shown.map(\.label.count).max() ?? 0
    lines += ["", "The night to \(Words.shortDate(newest.date)), by the device's own stages, which are an estimate:"]
    return lines
      + shown.map { label, words in
        "  " + terminal.paint(label + String(repeating: " ", count: width - label.count), .faint) + "  " + words
      }
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
