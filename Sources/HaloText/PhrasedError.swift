/// An error that is worded for the person who meets it: what happened, to which device or file, and what to do next.
public protocol PhrasedError: Error, CustomStringConvertible {
  /// What happened, and what to do next.
  var phrase: Phrase { get }
}

extension PhrasedError {
  /// The same in English, for logs.
  public var description: String { phrase.english }
}

extension Phrase {
  /// What went wrong, and what to do next. Errors without a phrase are described in English.
  public init(_ error: any Error) { self = (error as? any PhrasedError)?.phrase ?? Phrase(verbatim: "\(error)") }
}

extension Phrase.StringInterpolation {
  /// Adds what went wrong, worded as the phrase of the error.
  public mutating func appendInterpolation(_ error: any Error) { appendInterpolation(Phrase(error)) }
}
