import GRDB

/// A problem with a journal, and its solution.
public enum JournalError: Error, Hashable, Sendable, PhrasedError {
  /// The disk of the journal is full.
  case full(path: String)
  /// The journal or its folder is not writable.
  case readOnly(path: String)
  /// The file cannot be opened.
  case cannotOpen(path: String, reason: Phrase)
  /// The file is damaged, or is not a journal.
  case damaged(path: String, reason: Phrase)
  /// A newer version of Halo created it.
  case newer(path: String)
  /// Another program has locked it for too long.
  case busy(path: String)
  /// A file cannot be written, such as a backup.
  case cannotWrite(path: String, reason: Phrase)
  /// A journal of an earlier version cannot be updated, because the copy before the update failed.
  case notUpdated(path: String, reason: Phrase)
  /// The data of a device belongs to another wearer.
  case otherWearer(device: String, wearer: String)
  /// Another device already has the name.
  case nameTaken(name: String)
  /// A name that is empty or too long, or has control or bidirectional characters.
  case badName
  /// Another error.
  case other(path: String, reason: Phrase)

  /// The message for a person.
  public var phrase: Phrase {
    switch self {
    case .full(let path):
      Phrase("The disk of the journal \(path) is full. All data received so far is saved. Free space and try again.")
    case .readOnly(let path):
      Phrase(
        "The journal \(path) is not writable. Grant yourself write access to the file and its folder, or choose another one with --journal."
      )
    case .cannotOpen(let path, let reason):
      Phrase("The journal \(path) cannot be opened: \(reason). Choose another one with --journal or HALO_JOURNAL.")
    case .damaged(let path, let reason):
      Phrase(
        """
        \(path) is damaged or not a Halo journal (\(reason)). It was not changed. Restore a backup with 'halo restore \
        FILE --replace', or move the file away to start a new journal.
        """)
    case .newer(let path):
      Phrase(
        "The journal \(path) is from a newer version of Halo and was not changed. Use that version, or choose another journal."
      )
    case .busy(let path):
      Phrase("Another program has been writing the journal \(path) for a long time. Try again in a moment.")
    case .cannotWrite(let path, let reason): Phrase("\(path) cannot be written: \(reason). Choose another file.")
    case .notUpdated(let path, let reason):
      Phrase(
        """
        The journal \(path) is from an earlier version of Halo, and the copy before the update failed: \(reason). \
        The journal was not changed. Make sure that its folder is writable and has space for the copy, and \
        try again.
        """)
    case .otherWearer(let device, let wearer):
      Phrase(
        """
        The journal has data from \(device) that belongs to \(wearer). Pair it with --wearer \(wearer), or use \
        another journal (--journal).
        """)
    case .nameTaken(let name): Phrase("Another device already has the name '\(name)'. Choose another name.")
    case .badName:
      Phrase(
        "A name must have at least one character, at most \(DataBounds.longestName) bytes, and no control characters. Choose another name."
      )
    case .other(let path, let reason): Phrase("The journal \(path): \(reason).")
    }
  }

  /// Maps an SQLite error to its meaning for a person.
  init(_ error: DatabaseError, path: String) {
    let reason = error.reason
    switch error.resultCode {
    case .SQLITE_FULL: self = .full(path: path)
    // There is no space for SQLite's shared-memory index.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .full(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_AUTH: self = .cannotOpen(path: path, reason: reason)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, reason: reason)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    default: self = .other(path: path, reason: reason)
    }
  }
}

extension DatabaseError {
  /// The reason, in SQLite's words unless a clearer text exists.
  var reason: Phrase {
    resultCode == .SQLITE_NOTADB ? Phrase("it is not an SQLite database") : Phrase(verbatim: message ?? "\(resultCode)")
  }
}
