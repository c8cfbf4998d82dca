import ArgumentParser
import HaloHealth
import HaloJournal

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
