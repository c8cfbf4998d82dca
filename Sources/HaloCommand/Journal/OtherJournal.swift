/// The default journal that a command did not use: the one of simulated devices, or of real ones.
struct OtherJournal {
  private let path: String
  private let isSimulated: Bool

  /// Finds the other journal. Returns nil if it does not exist, or if the journal was chosen explicitly.
  init?(_ journal: String?, isSimulated: Bool) {
    guard !JournalOptions.isChosen(journal), let path = JournalOptions.path(nil, isSimulated: !isSimulated),
      JournalOptions.exists(path)
    else { return nil }
    self.path = path
    self.isSimulated = !isSimulated
  }

  /// Advice that names the journal and the command that uses it.
  var advice: Phrase {
    isSimulated
      ? Phrase("There is a journal of simulated devices, \(path): '\(Self.command) --radio simulated' uses it.")
      : Phrase(
        """
        There is a journal of real devices, \(path). To use it, omit '--radio simulated' and unset HALO_RADIO.
        """)
  }

  /// The command as it was typed.
  private static var command: String {
    let plain = { (argument: String) in argument.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,+@%".contains($0) }
    }
    let arguments = ProgramContext.current.arguments.map { argument in
      !argument.isEmpty && plain(argument) ? argument : "\"\(argument)\""
    }
    return VisibleText.printable((["halo"] + arguments).joined(separator: " "))
  }
}
