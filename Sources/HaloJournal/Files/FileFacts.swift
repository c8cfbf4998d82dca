import HaloLibc

/// What the system knows about a file.
struct FileFacts {
  let facts: stat

  /// The facts of the file at a path; `nil` if it cannot be examined, and `errno` says why. A symbolic link is a file itself unless `followsLinks`.
  init?(_ path: String, followsLinks: Bool = false) {
    var facts = stat()
    guard (followsLinks ? stat(path, &facts) : lstat(path, &facts)) == 0 else { return nil }
    self.facts = facts
  }

  var isRegular: Bool { facts.st_mode & S_IFMT == S_IFREG }
  var isEmpty: Bool { facts.st_size == 0 }

  func isSameFile(as other: FileFacts) -> Bool {
    facts.st_dev == other.facts.st_dev && facts.st_ino == other.facts.st_ino
  }
}
