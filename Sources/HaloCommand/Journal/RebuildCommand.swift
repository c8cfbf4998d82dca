import ArgumentParser
import HaloEngine
import HaloJournal
import SystemPackage

/// `halo rebuild`: samples made again from frames.
struct RebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Make all samples again from the frames that are kept, and what is computed from them.",
    discussion: """
      What is computed of days (resting heart rate, trends and so on) is computed again too. What was imported stays. All of it is done, or nothing; a copy first ('halo backup') does no harm.

      EXIT STATUS: 0.
      """)

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.openToShow()
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    let changes = try report {
      try Reader(journal, HaloProgram.registry).rebuild { done, total in
        progress.show("Reading session \(done) of \(total) …")
      }
    }
    progress.clear()
    let samples = changes.parts.reduce(0) { sum, part in
      if case .samples = part.content { sum + part.after } else { sum }
    }
    let head = "\(Words.counted(changes.sessions, "session")) read again: \(Words.counted(samples, "sample"))"
    let others = changes.parts.filter { $0.same != $0.after || $0.same != $0.before }
    let lines = others.map { part in
      let (same, other) = (Words.grouped(part.same), Words.grouped(part.after - part.same))
      let gone = Words.grouped(part.before - part.same)
      let name =
        switch part.content {
        case .samples(let metric): metric.exportName
        case .nights: "nights"
        case .totals: "totals of days"
        case .insights: "computed values"
        }
      return "  \(name): \(same) as they were, \(other) new or other, \(gone) gone or other"
    }
    let text = lines.isEmpty ? "\(head), all as they were.\n" : "\(head)\n\(lines.joined(separator: "\n"))\n"
    try StandardOutput.write(text: text)
  }
}
