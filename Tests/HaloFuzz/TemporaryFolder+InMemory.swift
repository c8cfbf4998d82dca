import HaloTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TemporaryFolder {
  /// A folder for made-up files, in memory if this system has such a place. If the program traps, the folder stays with the last inputs.
  static func inMemory() throws -> TemporaryFolder {
    FileManager.default.isWritableFile(atPath: "/dev/shm")
      ? try TemporaryFolder(in: URL(filePath: "/dev/shm")) : try TemporaryFolder()
  }

  /// Deletes a database and the files that SQLite makes beside it.
  func removeDatabase(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }
}
