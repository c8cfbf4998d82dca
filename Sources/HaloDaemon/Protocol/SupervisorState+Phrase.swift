extension Supervisor.State {
  /// The state as text for the user.
  package var phrase: Phrase {
    switch self {
    case .searching: Phrase("searching")
    case .connecting: Phrase("connecting")
    case .syncing(let done, let total): Phrase("syncing, \(done) of \(total)")
    case .waiting(let until): Phrase("waiting until \(until.wallClock.time)")
    case .radio(.poweredOff): Phrase("waiting for Bluetooth to be turned on")
    case .radio: Phrase("waiting for Bluetooth")
    case .inUse: Phrase("in use by another command")
    }
  }

  /// The state as English text.
  package var words: String { phrase.english }
}
