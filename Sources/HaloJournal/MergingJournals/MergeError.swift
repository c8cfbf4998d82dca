/// The reason why a journal was not merged, and its solution. Nothing was changed.
public enum MergeError: Error, Hashable, Sendable, PhrasedError {
  /// The other journal cannot be read.
  case unreadable(file: String, reason: Phrase)
  /// The file is damaged, or is not a journal.
  case unusable(file: String, reason: Phrase)
  /// A newer version of Halo created the other journal.
  case newer(file: String)
  /// The file is the journal itself.
  case sameJournal(file: String)
  /// The other journal is of wearers that this one does not know.
  case otherWearers(file: String, theirs: [String], ours: [String])
  /// The other journal has several wearers, and none of them was chosen.
  case severalWearers(file: String, theirs: [String], wearer: String)
  /// A device has data of one wearer here and of another there.
  case otherWearerOfDevice(file: String, device: String, theirs: String, ours: String)

  /// The message for a person.
  public var phrase: Phrase {
    switch self {
    case .unreadable(let file, let reason):
      Phrase("The journal \(file) cannot be read: \(reason). Nothing was merged.")
    case .unusable(let file, let reason):
      Phrase("\(file) is damaged or not a Halo journal (\(reason)). Nothing was merged. Choose another file.")
    case .newer(let file):
      Phrase("The journal \(file) is from a newer version of Halo. Nothing was merged. Use that version.")
    case .sameJournal(let file):
      Phrase("\(file) is this journal itself. Nothing was merged. Choose another file.")
    case .otherWearers(let file, let theirs, let ours):
      Phrase(
        """
        The journal \(file) has data of \(Self.list(theirs)), and this journal has data of \(Self.list(ours)). Nothing was merged. If it \
        is the same person, use 'halo import' with --wearer \(ours.first ?? "").
        """)
    case .severalWearers(let file, let theirs, let wearer):
      Phrase(
        """
        The journal \(file) has data of \(Self.list(theirs)), and none of \(wearer). Nothing was merged. Use 'halo import' with --wearer and \
        one of these names.
        """)
    case .otherWearerOfDevice(let file, let device, let theirs, let ours):
      Phrase(
        """
        \(device) is used by \(ours) in this journal, and by \(theirs) in \(file). Nothing was merged. If it is the same person, \
        use 'halo import' with --wearer \(ours).
        """)
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
