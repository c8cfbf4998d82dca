public import HaloText
import GRDB
import HaloHealth

/// What is wrong with a journal, and what to do about it.
public enum JournalError: Error, Hashable, Sendable, PhrasedError {
  /// No room is left where the journal is.
  case full(path: String)
  /// The journal, or its folder, cannot be written.
  case readOnly(path: String)
  /// The file cannot be opened.
  case cannotOpen(path: String, reason: Phrase)
  /// The file is damaged, or is no journal.
  case damaged(path: String, reason: Phrase)
  /// A newer version of Halo made it.
  case newer(path: String)
  /// Another program has held it for too long.
  case busy(path: String)
  /// A backup cannot be written there.
  case cannotWrite(path: String, reason: Phrase)
  /// A journal of an earlier version cannot be updated, because no copy of it can be made first.
  case notUpdated(path: String, reason: Phrase)
  /// The data of a device are another person's.
  case otherWearer(device: String, wearer: String)
  /// Another device has the name already.
  case nameTaken(name: String)
  /// A name is empty or too long, or has control or bidirectional characters.
  case badName
  /// Something else.
  case other(path: String, reason: Phrase)

  public var phrase: Phrase {
    switch self {
    case .full(let path):
      Phrase("No room is left for the journal \(path). Everything received until now is kept: make room and try again.")
    case .readOnly(let path):
      Phrase(
        "The journal \(path) cannot be written. Give yourself the right to write it and its folder, or choose another one with --journal."
      )
    case .cannotOpen(let path, let reason):
      Phrase("The journal \(path) cannot be opened: \(reason). Choose another one with --journal or HALO_JOURNAL.")
    case .damaged(let path, let reason):
      Phrase(
        """
        \(path) is damaged or no journal (\(reason)). Nothing was changed in it. Put a backup in its place with 'halo restore \
        FILE --replace', or move it away and let Halo begin a new one.
        """)
    case .newer(let path):
      Phrase(
        "A newer version of Halo made the journal \(path). Nothing was changed in it: use that version, or choose another journal."
      )
    case .busy(let path):
      Phrase("Another program has been writing the journal \(path) for a long time. Try again in a moment.")
    case .cannotWrite(let path, let reason): Phrase("\(path) cannot be written: \(reason). Choose another file.")
    case .notUpdated(let path, let reason):
      Phrase(
        """
        The journal \(path) is of an earlier version of Halo, and it cannot be copied before the update: \(reason). Nothing was \
        changed in it. Make room for the copy beside it, let Halo write in that folder, and try again.
        """)
    case .otherWearer(let device, let wearer):
      Phrase(
        """
        The journal has data of \(device) that are \(wearer)'s. Pair it with --wearer \(wearer), or use another journal (--journal).
        """)
    case .nameTaken(let name): Phrase("Another device is called '\(name)' already. Choose another name.")
    case .badName:
      Phrase(
        "A name has at least one character, at most \(DataBounds.longestName) bytes, and no control characters. Choose another name."
      )
    case .other(let path, let reason): Phrase("The journal \(path): \(reason).")
    }
  }

  /// What an error of SQLite means for a person.
  init(_ error: DatabaseError, path: String) {
    let reason = error.reason
    switch error.resultCode {
    case .SQLITE_FULL: self = .full(path: path)
    // No room for the index of SQLite's log.
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
  /// What is wrong, in SQLite's words if there are no better ones.
  var reason: Phrase {
    resultCode == .SQLITE_NOTADB ? Phrase("it is no database of SQLite") : Phrase(verbatim: message ?? "\(resultCode)")
  }
}
