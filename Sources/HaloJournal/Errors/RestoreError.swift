/// The reason why a backup was not restored, and its solution. Nothing was changed.
public enum RestoreError: Error, Hashable, Sendable, PhrasedError {
  /// The backup cannot be read.
  case unreadable(backup: String, reason: Phrase)
  /// The file is damaged, or is not a journal.
  case unusable(backup: String, reason: Phrase)
  /// A newer version of Halo created the backup.
  case newer(backup: String)
  /// A journal already exists.
  case journalExists(path: String)
  /// A program uses the journal.
  case inUse(path: String, by: String)

  /// The message for a person.
  public var phrase: Phrase {
    switch self {
    case .unreadable(let backup, let reason):
      Phrase("The backup \(backup) cannot be read: \(reason). Nothing was restored.")
    case .unusable(let backup, let reason):
      Phrase("\(backup) is damaged or not a Halo journal (\(reason)). Nothing was restored. Choose another backup.")
    case .newer(let backup):
      Phrase("The backup \(backup) is from a newer version of Halo. Nothing was restored. Use that version.")
    case .journalExists(let path):
      Phrase(
        """
        The journal \(path) already exists. Nothing was restored. Add --replace to replace it with the backup: Halo keeps \
        the old journal under another name.
        """)
    case .inUse(let path, let program):
      Phrase(
        """
        The journal \(path) is in use by \(program). Nothing was restored. Stop it, for example 'halo daemon' or 'halo serve', and \
        try again.
        """)
    }
  }
}
