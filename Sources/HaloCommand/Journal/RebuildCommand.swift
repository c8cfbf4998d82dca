import ArgumentParser
import HaloEngine
import HaloJournal
import HaloReports
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
    let sessions = changes.sessions == 1 ? Phrase("1 session") : Phrase("\(changes.sessions) sessions")
    let found = samples == 1 ? Phrase("1 sample") : Phrase("\(samples) samples")
    let others = changes.parts.filter { $0.same != $0.after || $0.same != $0.before }
    try StandardOutput.write(
      others.isEmpty
        ? Phrase("\(sessions) read again: \(found), all as they were.") : Phrase("\(sessions) read again: \(found)"))
    for part in others {
      let (same, other, gone) = (part.same, part.after - part.same, part.before - part.same)
      let name =
        switch part.content {
        case .samples(let metric): Phrase(verbatim: metric.exportName)
        case .nights: Phrase("nights")
        case .totals: Phrase("totals of days")
        case .insights: Phrase("computed values")
        }
      try StandardOutput.write(
        Phrase("  \(name): \(same) as they were, \(other) new or other, \(gone) gone or other"))
    }
  }
}
