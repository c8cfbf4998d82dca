import HaloEngine

/// `halo rebuild`: decodes all stored frames again.
struct RebuildCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Rebuild all samples and computed values from the stored frames.",
    discussion: """
      Daily metrics (resting heart rate, trends and so on) are computed again too. Imported data is kept. The \
      rebuild is one transaction: it completes, or nothing changes. Consider a backup first ('halo backup').

      EXIT STATUS: 0.
      """)

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.openExisting(needsValues: false)
    let progress = ProgressLine()
    let changes = try SessionDecoder(journal, HaloProgram.registry).rebuild { done, total in
      progress.show("Decoding session \(done) of \(total) …")
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
        ? Phrase("\(sessions) decoded again: \(found), all unchanged.") : Phrase("\(sessions) decoded again: \(found)"))
    for part in others {
      let same = part.same
      let other = part.after - part.same
      let gone = part.before - part.same
      let name =
        switch part.content {
        case .samples(let metric): Phrase(verbatim: metric.exportName)
        case .nights: Phrase("nights")
        case .totals: Phrase("daily totals")
        case .insights: Phrase("computed values")
        }
      try StandardOutput.write(
        Phrase("  \(name): \(same) unchanged, \(other) new or changed, \(gone) removed or changed"))
    }
  }
}
