/// An error that is worded for the person who meets it: what happened, to which device or file, and what to do next.
public protocol PhrasedError: Error, CustomStringConvertible {
  /// What happened, and what to do next.
  var phrase: Phrase { get }
}

extension PhrasedError {
  /// The same in English, for logs.
  public var description: String { phrase.english }
}
