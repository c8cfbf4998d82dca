#if Dashboard
  import Foundation

  /// Where a journal's page is served, in a file beside the journal, so that another program of the same person can make a link to it.
  struct Announcement: Codable, Sendable {
    /// The beginning of its addresses.
    let base: String
    /// The program's process.
    let process: Int32

    private static func file(_ journal: String) -> PrivateFile { PrivateFile(path: journal + ".page") }

    /// The page of a journal; `nil` where none is served.
    static func of(_ journal: String) -> Announcement? {
      guard let announcement = file(journal).read(Announcement.self), PageLock.isHeld(journal) else { return nil }
      return announcement
    }

    func write(_ journal: String) { try? Self.file(journal).write(self) }

    /// Takes this program's announcement away.
    static func remove(_ journal: String) {
      if let own = file(journal).read(Announcement.self), own.process == getpid() { file(journal).remove() }
    }
  }
#endif
