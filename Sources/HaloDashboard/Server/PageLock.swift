import Foundation
import SystemPackage

/// A lock that ensures that one process serves a journal's page. Two processes would not share their sessions. The
/// operating system releases the lock when the process ends.
final class PageLock: Sendable {
  private let file: FileDescriptor

  /// Acquires the lock.
  ///
  /// - Throws: `Errno`: `.wouldBlock` if another process has the lock.
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

  /// True if a process has the lock of a journal.
  static func isHeld(_ journal: String) -> Bool {
    do {
      _ = try PageLock(journal)
      return false
    } catch { return error as? Errno == .wouldBlock }
  }

  deinit {
    // Unlock explicitly: a child process that is being started may have inherited the descriptor and would keep the
    // lock.
    _ = flock(file.rawValue, LOCK_UN)
    try? file.close()
  }
}
