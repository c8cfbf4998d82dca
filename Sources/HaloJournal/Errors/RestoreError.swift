public import HaloText

/// Why a backup was not restored, and what to do about it. Nothing was changed.
public enum RestoreError: Error, Hashable, Sendable, PhrasedError {
  /// The backup cannot be read.
  case unreadable(backup: String, reason: Phrase)
  /// The file is damaged, or is no journal.
  case unusable(backup: String, reason: Phrase)
  /// A newer version of Halo made the backup.
  case newer(backup: String)
  /// There is a journal already.
  case journalExists(path: String)
  /// A program uses the journal.
  case inUse(path: String, by: String)

  public var phrase: Phrase {
    switch self {
    case .unreadable(let backup, let reason):
      Phrase("The backup \(backup) cannot be read: \(reason). Nothing was restored.")
    case .unusable(let backup, let reason):
      Phrase("\(backup) is damaged or no journal (\(reason)). Nothing was restored. Choose another backup.")
    case .newer(let backup):
      Phrase("A newer version of Halo made \(backup). Nothing was restored. Use that version.")
    case .journalExists(let path):
      Phrase(
        """
        There is a journal already, \(path). Nothing was restored. Add --replace to put the backup in its place: Halo keeps the old \
        one under another name.
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
