import ArgumentParser
import HaloHealth
import HaloJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `halo prune`: lets old raw readings go.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Let raw readings go that are older than some days. Nothing else is ever removed.",
    discussion: """
      What 'halo raw' streamed is kept until you say otherwise: about 0.65 MB an hour from a ring. Everything else is small (a year of \
      a ring is some 30 MB with every frame) and stays.

      EXIT STATUS: 0; 64 without --yes.
      """)

  @Option(name: .customLong("older-than"), help: ArgumentHelp("Days.", valueName: "days"))
  var days: Int = 90

  @Flag(help: "I am sure.")
  var yes = false

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    guard days >= 0 else { throw ValidationError("--older-than is 0 days or more.") }
    guard yes else { throw ValidationError("This removes raw readings for good. Add --yes if you are sure.") }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let now = Int(Date().timeIntervalSince1970 * 1000)
    let bytes = try report {
      try journal.pruneRaw(before: Moment(milliseconds: now - days * 86_400_000, secondsFromGMT: 0))
    }
    try StandardOutput.write(
      text: "\(Words.grouped(bytes)) bytes of raw readings older than \(Words.counted(days, "day")) are gone.\n")
  }
}
