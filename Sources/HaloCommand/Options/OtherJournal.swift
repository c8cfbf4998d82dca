import HaloReports

/// The standard journal that a command did not look into: that of simulated devices, or that of real ones.
struct OtherJournal {
  private let path: String
  private let isSimulated: Bool

  /// Finds the other journal. Returns nil if it does not exist, or if a person has named the journal.
  init?(_ journal: String?, isSimulated: Bool) {
    guard !JournalOptions.isChosen(journal), let path = JournalOptions.path(nil, isSimulated: !isSimulated),
      JournalOptions.isThere(path)
    else { return nil }
    self.path = path
    self.isSimulated = !isSimulated
  }

  /// Names the journal and the command that uses it.
  var advice: Phrase {
    isSimulated
      ? Phrase("There is a journal of simulated devices, \(path): '\(Self.command) --radio simulated' uses it.")
      : Phrase(
        """
        There is a journal of real devices, \(path): leave out '--radio simulated' and unset HALO_RADIO to use it.
        """)
  }

  /// The command as it was typed.
  private static var command: String {
    let plain = { (argument: String) in argument.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,+@%".contains($0) }
    }
    let arguments = CommandLine.arguments.dropFirst().map { argument in
      !argument.isEmpty && plain(argument) ? argument : "\"\(argument)\""
    }
    return Words.printable((["halo"] + arguments).joined(separator: " "))
  }
}
