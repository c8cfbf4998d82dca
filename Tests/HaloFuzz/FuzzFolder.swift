#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder for files that are made up: in memory if this system has such a place. It stays if the program traps, with the last inputs.
struct FuzzFolder {
  let url: URL

  init() throws {
    let memory = URL(filePath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: "/dev/shm") ? memory : FileManager.default.temporaryDirectory
    url = parent.appending(path: "halo-fuzz-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// Deletes a database and the files that SQLite makes beside it.
  func removeDatabase(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
