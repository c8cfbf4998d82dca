import HaloFoundation
import HaloLibc
public import SystemPackage

/// The lock files beside a journal. A program locks one while it uses a device of the journal, or serves its page. The
/// files stay when the programs end; only the locks are released.
public enum JournalLocks {
  /// The file that a program locks while it is connected to a device. Its name has the device's number instead of its
  /// address, because erasing a device's data must also remove the address.
  public static func path(ofDevice id: Int, journal: String) -> String { "\(journal).device-\(id).lock" }

  /// The file that versions up to 0.10 lock instead.
  public static func oldPath(ofDevice identifier: String, journal: String) -> String {
    let name = identifier.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return "\(journal).\(String(name)).lock"
  }

  /// The program that uses the journal; `nil` if no program has a lock.
  static func holder(of journal: String) -> String? {
    for (name, path) in all(of: journal) {
      guard let file = open(path) else { continue }
      defer { try? file.close() }
      if flock(file.rawValue, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK {
        let holder = Self.holder(in: file)
        return holder.isEmpty ? name == "page" ? "'halo serve'" : "another program" : holder
      }
    }
    return nil
  }

  /// Opens a lock file; `nil` if it does not exist or cannot be opened.
  package static func open(_ path: String) -> FileDescriptor? {
    try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec])
  }

  /// The name and process id that the locking program wrote to the file; empty if it wrote nothing.
  public static func holder(in file: FileDescriptor) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = (try? bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }) ?? 0
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Removes the lock files that have a device's address in their name, except those locked by a program of an older
  /// version.
  public static func removeOld(of journal: String) {
    for (name, path) in all(of: journal) where name != "page" && !name.hasPrefix("device-") {
      guard let file = open(path) else { continue }
      if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      try? file.close()
    }
  }

  /// The lock files of a journal, with the part of the name before ".lock".
  private static func all(of journal: String) -> [(name: String, path: String)] {
    let file = FilePath(journal)
    guard let start = file.lastComponent.map({ $0.string + "." }) else { return [] }
    let folder = file.removingLastComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder.string)) ?? []
    return names.filter { $0.hasPrefix(start) && $0.hasSuffix(".lock") }.sorted().compactMap { file in
      let name = String(file.dropFirst(start.count).dropLast(5))
      // The name of another journal in the folder may begin with this journal's name.
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return nil }
      return (name, folder.appending(file).string)
    }
  }
}
