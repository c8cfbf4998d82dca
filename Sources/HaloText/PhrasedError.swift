/// An error that is worded for the person who meets it: what happened, to which device or file, and what to do next.
public protocol PhrasedError: Error, CustomStringConvertible {
  /// What happened, and what to do next.
  var phrase: Phrase { get }
}

extension PhrasedError {
  /// The same in English, for logs.
  public var description: String { phrase.english }
}

extension Error {
  /// What happened, and what to do next, for the person who reads what this task produces. Errors without a phrase are described in
  /// English.
  package var text: String { (self as? any PhrasedError)?.phrase.text ?? "\(self)" }
}
