import HaloReports

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

/// The answer to an order: a response, or an error, in the order's language.
struct ImportAnswer: Codable, Sendable {
  let status: Int
  let json: String

  init(_ json: JSON, status: Int = 200) {
    (self.status, self.json) = (status, String(decoding: json.bytes, as: UTF8.self))
  }
}
