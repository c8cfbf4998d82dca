public import HaloText

/// What is wrong with a device that answered the radio, but not as its family does.
public enum WearableError: Error, Hashable, Sendable, PhrasedError {
  /// It lacks what every device of the family has.
  case notOfFamily(device: String, WearableFamily)
  /// It is connected and answers nothing.
  case silent(device: String)
  /// It is bonded now, and has to be connected to once more.
  case newlyBonded(device: String)
  /// It answers other things, and not this.
  case unanswered(device: String, what: Phrase)
  /// Its clock changed while it was read, so what it said of "three days ago" means nothing.
  case clockChanged(device: String)

  public var phrase: Phrase {
    switch self {
    case .notOfFamily(let device, let family):
      Phrase(
        "\(device) does not look like a \(family.name): it lacks the service that they speak over. 'halo scan' lists what is near by."
      )
    case .silent(let device):
      Phrase(
        """
        \(device) is connected and answers nothing. Put it on its charger for a moment and try again. A ring that was paired with \
        another phone or computer may be silent for others: forget it there.
        """)
    case .newlyBonded(let device): Phrase("\(device) is paired now; connect to it once more.")
    case .unanswered(let device, let what):
      Phrase("\(device) did not answer when it was asked for \(what). Bring it closer and try again.")
    case .clockChanged(let device):
      Phrase(
        "\(device) lost its clock while it was read, as rings do when they restart. Sync again: that sets it.")
    }
  }
}
