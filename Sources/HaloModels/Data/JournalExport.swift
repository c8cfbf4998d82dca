import HaloFoundation
import SystemPackage

/// Writes an export to a file that only its owner can read. Blocks, and stops early when the task is canceled.
struct JournalExport {
  let journal: Journal

  /// Writes the file, replacing an existing one; it is deleted on cancellation and errors.
  ///
  /// - Returns: The number of lines; `nil` for the whole journal.
  func write(_ format: ExportFormat, to path: String) throws -> Int? {
    try? FileManager.default.removeItem(atPath: path)
    do {
      guard format != .journal else {
        try journal.backUp(to: path)
        return nil
      }
      let file = try open(path)
      defer { try? file.close() }
      return try Export(isJSON: format == .jsonLines).write(journal) { _ = try file.writeAll($0) }
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  private func open(_ path: String) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    } catch let error as Errno {
      throw JournalError.cannotWrite(path: path, reason: Phrase("\(error)"))
    }
  }
}
