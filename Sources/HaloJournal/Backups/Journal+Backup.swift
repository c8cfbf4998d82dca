import GRDB

extension Journal {
  /// Writes a copy of the whole journal to a new file that only its owner can read. The file appears under its name
  /// only when it is complete, checked and synced to disk. `progress` receives the fraction written, 0…1.
  ///
  /// - Throws: ``JournalError``.
  public func backUp(to destination: String, progress: @escaping (Double) -> Void = { _ in }) throws {
    let copy = try StagedFile(for: destination)
    try JournalCopy.write(pool, of: path, to: copy.path, for: destination, progress)
    try Self.explainingErrors(path) {
      let queue = try DatabaseQueue(path: copy.path)
      defer { try? queue.close() }
      _ = try queue.read { try JournalCheck.contents($0, path: path) }
    }
    try copy.publish()
  }
}
