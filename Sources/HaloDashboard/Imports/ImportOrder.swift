/// An order to a process that reads files.
struct ImportOrder: Codable, Sendable {
  enum Task: Codable, Sendable {
    /// Reads a file. With an id, the answer is the file's preview, which contains it.
    case read(path: String, name: String, wearer: String, id: String?)
    /// Imports the file that was read.
    case keep
    /// Undoes the import with that number.
    case undo(Int)
  }

  let task: Task
  /// The language of the answer.
  let language: Language
  let now: Moment
  let released: CalendarDate?
}

/// The answer to an order, in its language.
struct ImportAnswer: Codable, Sendable {
  /// Of a file that was read, if the order has an id.
  var preview: ImportPreview?
  /// Of a file that was imported, or whose import was undone.
  var result: ImportResult?
  var error: ErrorAnswer.Message?
  /// The status of the error.
  var status = 200
}

/// What became of an import, or of its undoing.
struct ImportResult: Codable, Sendable {
  let words: Phrase?
  /// The numbers of new entries by device or app, or of new frames by device.
  var added: [String: Int]?
  /// The number by which the import can be undone.
  var number: Int?
}
