#if Dashboard
  import Foundation
  import SystemPackage

  /// Held by who serves the page of a journal, so that nobody else does: two would not know of each other's sessions. It ends with the
  /// program, however that ends.
  final class PageLock: Sendable {
    private let file: FileDescriptor

    /// Takes the lock.
    ///
    /// - Throws: `Errno`: `.wouldBlock` where somebody has it.
    init(_ journal: String) throws {
      let file = try FileDescriptor.open(
        FilePath(journal + ".page.lock"), .readWrite, options: [.create, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
      guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        let error = Errno(rawValue: errno)
        try? file.close()
        throw error
      }
      self.file = file
    }

    /// Whether somebody has the lock of a journal.
    static func isHeld(_ journal: String) -> Bool {
      do {
        _ = try PageLock(journal)
        return false
      } catch { return error as? Errno == .wouldBlock }
    }

    deinit {
      // Closing alone would leave it with a child that was being started at this moment and has a copy of the descriptor.
      _ = flock(file.rawValue, LOCK_UN)
      try? file.close()
    }
  }
#endif
