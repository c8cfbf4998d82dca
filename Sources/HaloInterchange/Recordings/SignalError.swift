/// The reason why a recording cannot be read.
package struct SignalError: PhrasedError {
  /// The kind of problem.
  package enum Reason: Sendable {
    /// The contents of the file.
    case data
    /// The request, such as the name of a column.
    case request
    /// The file cannot be opened.
    case missing
    /// The file cannot be read.
    case reading
  }

  package let phrase: Phrase
  package let reason: Reason

  package init(_ phrase: Phrase, _ reason: Reason = .data) { (self.phrase, self.reason) = (phrase, reason) }
}
