import HaloTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TemporaryFolder {
  /// Creates a folder for generated files, in memory if possible. If the program traps, the folder remains with the
  /// last inputs.
  static func inMemory() throws -> TemporaryFolder {
    FileManager.default.isWritableFile(atPath: "/dev/shm")
      ? try TemporaryFolder(in: URL(filePath: "/dev/shm")) : try TemporaryFolder()
  }

  /// Deletes a database and the files that SQLite creates beside it.
  func removeDatabase(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }
}
