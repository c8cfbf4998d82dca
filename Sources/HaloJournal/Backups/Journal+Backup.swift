import GRDB

extension Journal {
  /// Writes a copy of the whole journal into a new file, readable by its owner alone. The file gets its name once it is whole,
  /// checked and on the disk. `progress` is told how much of it is written, from 0 to 1.
  ///
  /// - Throws: ``JournalError``.
  public func backUp(to destination: String, progress: @escaping (Double) -> Void = { _ in }) throws {
    let copy = try StagedFile(for: destination)
    try JournalCopy.write(pool, of: path, to: copy.path, for: destination, progress)
    do {
      let queue = try DatabaseQueue(path: copy.path)
      defer { try? queue.close() }
      _ = try JournalCheck.contents(queue, path: path)
    } catch let error as DatabaseError {
      throw JournalError(error, path: path)
    }
    try copy.publish()
  }
}
