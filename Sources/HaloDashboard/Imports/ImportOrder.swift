import HTTPTypes
import HaloHealth
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

/// The answer to an order.
struct ImportAnswer: Codable, Sendable {
  /// An error in the order's language.
  struct Failure: Codable, Sendable {
    let status: Int
    let code: String
    let what: String
    let next: String?

    init(_ error: APIError) {
      (status, code, what, next) = (error.status.code, error.code, error.message, error.advice)
    }

    var error: APIError { APIError(.init(code: status), code, what, advice: next) }
  }

  /// The response as JSON.
  var response: String?
  var failure: Failure?
  /// True if the file is a journal, which is merged.
  var isJournal = false

  init(_ response: JSON? = nil, isJournal: Bool = false) {
    self.response = response.map { String(decoding: $0.bytes, as: UTF8.self) }
    self.isJournal = isJournal
  }

  init(_ error: APIError) { failure = Failure(error) }
}
