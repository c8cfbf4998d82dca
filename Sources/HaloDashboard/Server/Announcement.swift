import Foundation

/// The address at which a journal's page is served, in a file beside the journal. Another program of the same user
/// reads it to make a link.
struct Announcement: Codable, Sendable {
  /// Base URL of the page.
  let base: String
  /// Process id of the serving program.
  let process: Int32

  private static func file(_ journal: String) -> PrivateFile { PrivateFile(path: journal + ".page") }

  /// Returns the announcement for a journal; `nil` if its page is not being served.
  static func of(_ journal: String) -> Announcement? {
    guard let announcement = file(journal).read(Announcement.self), PageLock.isHeld(journal) else { return nil }
    return announcement
  }

  func write(_ journal: String) { try? Self.file(journal).write(self) }

  /// Deletes this program's announcement.
  static func remove(_ journal: String) {
    if let own = file(journal).read(Announcement.self), own.process == getpid() { file(journal).remove() }
  }
}
