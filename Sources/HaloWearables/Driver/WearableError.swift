/// An error of a device that accepted the connection but does not behave as its family does.
public enum WearableError: Error, Hashable, Sendable, PhrasedError {
  /// The device lacks a service or characteristic that its family requires.
  case notOfFamily(device: String, WearableFamily)
  /// The device, of this kind, is connected but does not answer.
  case silent(device: String, WearableFamily.Kind = .other)
  /// The device was just bonded and must be connected again.
  case newlyBonded(device: String)
  /// The device does not answer this request, although it answers others.
  case unanswered(device: String, what: Phrase)
  /// The device's clock changed during the sync, so relative days ("three days ago") are ambiguous.
  case clockChanged(device: String)

  /// The error in a sentence or two.
  public var phrase: Phrase {
    switch self {
    case .notOfFamily(let device, let family):
      Phrase(
        "\(device) is not a \(family.name): it lacks that family's service. 'halo scan' lists nearby devices."
      )
    case .silent(let device, let kind):
      Phrase("\(device) is connected but does not answer. \(kind.adviceIfSilent)")
    case .newlyBonded(let device): Phrase("\(device) is paired now. Connect again.")
    case .unanswered(let device, let what):
      Phrase("\(device) did not answer the request for \(what). Bring it closer and try again.")
    case .clockChanged(let device):
      Phrase(
        "\(device) lost its clock during the sync, probably in a restart. Sync again to set it.")
    }
  }
}

extension WearableFamily.Kind {
  /// What to do if a device of this kind is connected but does not answer, in sentences.
  public var adviceIfSilent: Phrase {
    switch self {
    case .ring:
      Phrase(
        """
        Put it on its charger for a moment and try again. A ring that was paired with another phone or computer may not \
        answer others: unpair it there.
        """)
    case .watch:
      Phrase(
        """
        Wake its display, or charge it, and try again. A watch that is paired with a phone may not answer others: turn \
        Bluetooth off there, or unpair it.
        """)
    case .strap: Phrase("Moisten its contacts, put it on, and try again. If that does not help, change its battery.")
    case .machine: Phrase("Turn it off and on, and try again.")
    case .other: Phrase("Charge it, or turn it off and on, and try again.")
    }
  }
}
